package dev.goodput.app.alerts;

import dev.goodput.app.Durations;
import dev.goodput.app.NextCommandRole;
import dev.goodput.gateway.config.YamlReader;
import dev.goodput.operate.lint.KnownMetrics;
import dev.goodput.operate.lint.LintFinding;
import dev.goodput.operate.lint.RuleLinter;
import dev.goodput.record.words.Quantities;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goodput alerts lint`: finds faults of rule files.
@Command(
    name = "lint",
    description = {
      "Finds mistakes in alert rules.",
      "It finds rules that cannot fire, rules that fire on noise, and queries of series that do not"
          + " exist.",
      "It reads rule files of Prometheus and PrometheusRule resources. The gateway's metrics are "
          + "known; name the metrics pages of engines with --metrics. The exit code is 2 if there "
          + "are findings."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput alerts lint FILE… [OPTIONS]", ""},
    sortOptions = false,
    footer = {"", "goodput alerts lint rules.yaml --metrics http://vllm:8000/metrics"})
final class AlertsLintCommand implements Callable<Integer> {
  private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(10);

  @Parameters(index = "0..*", arity = "1..*", paramLabel = "FILE", description = "rule file")
  private List<Path> files = List.of();

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--metrics",
      paramLabel = "URL|FILE",
      description = "metrics page with the series that exist; repeat for more")
  private List<String> metrics = List.of();

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--scrape-interval",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "time between scrapes (default: 15s)")
  private Duration scrapeInterval = Duration.ofSeconds(15);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (scrapeInterval.compareTo(LONGEST_INTERVAL) > 0 || scrapeInterval.toSeconds() < 1) {
      throw new AppException.Usage(
          "--scrape-interval must be from 1s to 10m, found " + Quantities.format(scrapeInterval));
    }
    KnownMetrics known = new KnownMetrics();
    for (String page : metrics) {
      if (known.addPage(MetricsPageText.read(page)) == 0) {
        throw new AppException.Usage(
            "--metrics " + page + " holds no samples; name a metrics page");
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    int count = 0;
    for (Path file : files) {
      String text = YamlReader.text(file, "rule file");
      List<LintFinding> findings = RuleLinter.lint(file.toString(), text, known, scrapeInterval);
      findings.forEach(finding -> out.println(file + ":" + finding));
      count += findings.size();
    }
    out.println(count == 0 ? "no findings" : count + (count == 1 ? " finding" : " findings"));
    out.flush();
    return count == 0 ? ExitCode.GOOD.code() : ExitCode.USAGE.code();
  }
}
