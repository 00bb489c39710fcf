package dev.goodput.report.page;

import dev.goodput.report.Experiment;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import dev.goodput.report.terminal.TerminalReport;
import dev.goodput.report.words.Headline;
import dev.goodput.report.words.SafeText;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// `report.html`: the run on one page, in one file.
public final class HtmlReport {
  private HtmlReport() {}

  /// Writes the page to a file, in place of what was there.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public static void write(ReportInput in, Path file) {
    ReportFile.write(file, html(in));
  }

  /// The page as text.
  public static String html(ReportInput run) {
    ReportInput in = SafeText.input(run);
    return PageFile.html(
        Headline.subject(in),
        sections(in),
        TerminalReport.render(in, 100, false),
        PageData.of(in, run).toString(),
        "main");
  }

  private static Map<String, String> sections(ReportInput in) {
    Map<String, String> names = new LinkedHashMap<>();
    Experiment made = in.experiment();
    if (made != null) {
      names.put(
          made.command(),
          made.command().substring(0, 1).toUpperCase(Locale.ROOT) + made.command().substring(1));
    }
    names.put("words", "Summary");
    names.put("latency", "Latency");
    names.put("throughput", "Throughput");
    if (in.result().levels().stream()
        .flatMap(level -> in.servers().of(level).stream())
        .anyMatch(server -> ServerData.of(server) != null)) {
      names.put("server", "Server");
    }
    names.put("timeline", "Timeline");
    if (in.portrait().levels().stream().anyMatch(level -> !level.replays().isEmpty())) {
      names.put("replay", "Replay");
    }
    names.put("goodput", "Goodput");
    if (in.result().levels().size() > 1 && made == null) {
      names.put("levels", in.repeats().isPresent() ? "Runs" : "Levels");
    }
    names.put("method", "Method");
    return names;
  }
}
