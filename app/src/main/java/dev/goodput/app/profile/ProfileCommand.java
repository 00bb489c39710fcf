package dev.goodput.app.profile;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.NextCommandRole;
import dev.goodput.findings.profile.ProfileReport;
import dev.goodput.observe.profile.ProfileReader;
import dev.goodput.report.ReportFile;
import dev.goodput.report.ci.MarkdownSummary;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.terminal.SummaryText;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.runner.directory.FileChecks;
import dev.goodput.runner.report.Screen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goodput profile`: reads what a profiler wrote of an engine.
@Command(
    name = "profile",
    description = {
      "Reads profiler files of an engine and shows what bounds it.",
      "Files: traces of the torch profiler (vLLM and SGLang write them), CSV of nsys stats, JSON of"
          + " trtexec --exportProfile. They may be compressed with gzip."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput profile FILE… [OPTIONS]", ""},
    sortOptions = false,
    footer = {
      "",
      "goodput profile traces/rank0.pt.trace.json.gz",
      "nsys stats -f csv -r cuda_gpu_trace,cuda_api_sum run.nsys-rep > run.csv",
      "goodput profile run.csv --top 30 --summary-md profile.md"
    })
public final class ProfileCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "FILE", description = "profiler files")
  private List<Path> files = List.of();

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--top",
      paramLabel = "N",
      description = "number of operators to show (default: 15)")
  private int top = ProfileReport.TOP;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(names = "--json", description = "print the result as JSON")
  private boolean json;

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--summary-md",
      paramLabel = "FILE",
      description = "write a Markdown summary to FILE")
  private @Nullable Path summary;

  @Spec private CommandSpec spec = CommandSpec.create();

  /// Called by picocli.
  public ProfileCommand() {}

  /// Reads each file once.
  ///
  /// @return the exit code
  @Override
  public Integer call() {
    refuse(top < 1, "--top must be at least 1, found " + top);
    FileChecks.writable("--summary-md", summary);
    List<ProfileReport> reports = new ArrayList<>();
    for (Path file : files) {
      reports.add(
          new ProfileReport(String.valueOf(file.getFileName()), ProfileReader.read(file), top));
    }
    print(reports);
    if (summary != null) {
      ReportFile.write(
          summary,
          reports.stream()
              .map(report -> MarkdownSummary.markdown(report.summary()))
              .collect(Collectors.joining("\n")));
    }
    return 0;
  }

  private void print(List<ProfileReport> reports) {
    CommandLine line = spec.commandLine();
    try (TerminalScreen terminal = Screen.terminal()) {
      Screen screen = Screen.of(line.getOut(), line.getErr(), terminal);
      screen
          .out()
          .print(
              json
                  ? document(reports)
                  : reports.stream()
                      .map(report -> text(report, screen))
                      .collect(Collectors.joining("\n")));
      screen.out().flush();
    }
  }

  private static String text(ProfileReport report, Screen screen) {
    return SummaryText.render(
        report.summary(), screen.columns(), screen.colour(), Optional.empty());
  }

  private static String document(List<ProfileReport> reports) {
    JsonObject document =
        new JsonObject()
            .text("schema", ProfileReport.SCHEMA)
            .objects("profiles", reports, ProfileReport::fields);
    return JsonObject.text(document.node());
  }
}
