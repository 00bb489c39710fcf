package dev.goodput.app.alerts;

import dev.goodput.app.NextCommandRole;
import dev.goodput.app.run.TextOutput;
import dev.goodput.operate.alert.RuleTests;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `goodput alerts test`: prints unit tests for the rules of an SLO file.
@Command(
    name = "test",
    description = {
      "Prints promtool unit tests for the generated rules.",
      "They feed counters to the rules and check that alerts fire within the promised times, and "
          + "stay silent at half the pace and at three requests an hour."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput alerts test --slo FILE [OPTIONS]", ""},
    sortOptions = false,
    footer = {
      "",
      "goodput alerts generate --slo slo.yaml --out rules.yaml",
      "goodput alerts test --slo slo.yaml --out rules.test.yaml"
    })
final class AlertsTestCommand implements Callable<Integer> {
  @Mixin private RuleSource source = new RuleSource();

  @NextCommandRole(NextCommandRole.Into.NONE)
  @Option(
      names = "--rules",
      paramLabel = "FILE",
      description = "rule file, relative to the tests (default: rules.yaml)")
  private String rules = "rules.yaml";

  @Mixin private TextOutput output = new TextOutput();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    output.write(RuleTests.of(source.read(spec), rules), spec);
    return 0;
  }
}
