package dev.goodput.app.alerts;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.run.TextOutput;
import dev.goodput.operate.alert.PrometheusRules;
import dev.goodput.operate.alert.RuleFormat;
import dev.goodput.operate.slo.SloFile;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.runner.AppException;
import dev.goodput.runner.report.Screen;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput alerts generate`: prints alert rules for an SLO file.
@Command(
    name = "generate",
    description = {
      "Generates alert rules from an SLO file.",
      "The promises of the rules are printed to standard error: when each alert fires, what share "
          + "of the budget that costs, and how often chance fires it."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput alerts generate --slo FILE [OPTIONS]", ""},
    sortOptions = false,
    footer = {"", "goodput alerts generate --slo slo.yaml --for prometheus --out rules.yaml"})
final class AlertsGenerateCommand implements Callable<Integer> {
  @Mixin private RuleSource source = new RuleSource();

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--for",
      paramLabel = "FORMAT",
      description = "prometheus, sloth, datadog or alertmanager (default: prometheus)")
  private String format = "prometheus";

  @Mixin private TextOutput output = new TextOutput();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    RuleFormat known =
        RuleFormat.find(format)
            .orElseThrow(() ->
                new AppException.Usage(
                    "--for must be one of %s, found %s%s"
                        .formatted(
                            String.join(", ", RuleFormat.words()),
                            format,
                            WordSuggestion.hint(format, RuleFormat.words()))));
    SloFile file = source.read(spec);
    output.write(known.text(file, source.options()), spec);
    if (known == RuleFormat.PROMETHEUS) {
      PrintWriter err = spec.commandLine().getErr();
      err.print(PrometheusRules.table(file, Screen.widestLine()));
      err.flush();
    }
    return 0;
  }
}
