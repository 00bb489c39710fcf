package dev.goodput.report.page;

import dev.goodput.report.Experiment;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ReportInput;
import dev.goodput.report.terminal.TerminalReport;
import dev.goodput.report.words.Headline;
import dev.goodput.report.words.Plain;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `report.html`: the run on one page, in one file.
public final class HtmlReport {
  private static final Pattern SLOT = Pattern.compile("\\{\\{(\\w+)}}");

  private HtmlReport() {}

  /// Writes the page to a file, in place of what was there.
  ///
  /// @throws java.io.UncheckedIOException with the reason where the file cannot be written
  public static void write(ReportInput in, Path file) {
    ReportFile.write(file, html(in));
  }

  /// The page as text.
  public static String html(ReportInput run) {
    ReportInput in = Plain.input(run);
    String styles = Assets.styles();
    String library = Assets.chartLibrary();
    String script = ModuleBundle.of("main", name -> Assets.read("js/" + name + ".js"));
    Map<String, String> slots = new LinkedHashMap<>();
    slots.put("policy", policy(styles, library, script));
    slots.put("title", Escape.html(Headline.subject(in) + " · goodput"));
    slots.put("styles", "<style>" + styles + "</style>");
    slots.put("sections", sections(in));
    slots.put("text", Escape.html(TerminalReport.render(in, 100, false)));
    slots.put("data", Escape.json(PageData.of(in, run).toString()));
    slots.put(
        "scripts",
        "<script>" + library + "</script>\n<script type=\"module\">" + script + "</script>");
    return fill(Assets.read("page.html"), slots);
  }

  // One pass, so that a name in the data that looks like a slot stays what it is.
  private static String fill(String template, Map<String, String> slots) {
    return SLOT.matcher(template)
        .replaceAll(found -> {
          String text = slots.get(found.group(1));
          if (text == null) {
            throw new IllegalStateException("page.html has an unknown slot " + found.group());
          }
          return Matcher.quoteReplacement(text);
        });
  }

  private static String policy(String styles, String library, String script) {
    return "default-src 'none'; base-uri 'none'; form-action 'none'; style-src "
        + Assets.hash(styles)
        + "; script-src "
        + Assets.hash(library)
        + " "
        + Assets.hash(script);
  }

  private static String sections(ReportInput in) {
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
    StringBuilder links = new StringBuilder();
    names.forEach((id, name) ->
        links.append("<a href=\"#").append(id).append("\">").append(name).append("</a>"));
    return links.toString();
  }
}
