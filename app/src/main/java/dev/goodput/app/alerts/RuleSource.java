package dev.goodput.app.alerts;

import dev.goodput.app.NextCommandRole;
import dev.goodput.operate.alert.RuleOptions;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.runner.AppException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// The options for the SLO file and for what rules need to know about their surroundings.
final class RuleSource {
  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--slo",
      paramLabel = "FILE",
      required = true,
      description = "SLO file; goodput slo init prints one")
  private Path slo = Path.of("slo.yaml");

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--job",
      paramLabel = "NAME",
      description = "job name of the gateway in Prometheus (default: goodput)")
  private String job = "goodput";

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--docs",
      paramLabel = "URL",
      description = "address where docs/ is published, for the runbook links (default: docs)")
  private String docs = "docs";

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--grafana",
      paramLabel = "URL",
      description =
          "address of Grafana, for the dashboard links (default: none; they start with /d/)")
  private String grafana = "";

  /// Reads the file and prints its warnings.
  SloFile read(CommandSpec spec) {
    SloFile file = SloFile.read(slo);
    file.notes().forEach(note -> spec.commandLine().getErr().println("goodput: warning: " + note));
    return file;
  }

  RuleOptions options() {
    if (!job.matches("[\\w.:/-]+")) {
      throw new AppException.Usage("--job must be letters, digits and . : / _ -, found " + job);
    }
    return new RuleOptions(job, strip(docs), strip(grafana));
  }

  private static String strip(String url) {
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }
}
