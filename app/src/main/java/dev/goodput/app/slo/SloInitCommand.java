package dev.goodput.app.slo;

import dev.goodput.app.run.TextOutput;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.operate.slo.SloTemplate;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.runner.AppException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `goodput slo init`: prints a new SLO file.
@Command(
    name = "init",
    description = "Prints an SLO file for a preset, commented and ready to edit.",
    synopsisHeading = "",
    customSynopsis = {"goodput slo init [PRESET] [OPTIONS]", ""},
    footer = {"", "goodput slo init chat --out slo.yaml"})
final class SloInitCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "PRESET",
      description = "preset: chat, code-completion, … (default: chat)")
  private String preset = "chat";

  @Mixin private TextOutput output = new TextOutput();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Slo slo =
        Slo.preset(preset)
            .orElseThrow(() ->
                new AppException.Usage(
                    "there is no SLO preset "
                        + preset
                        + WordSuggestion.hint(preset, Slo.presetNames())
                        + "; presets are "
                        + String.join(", ", Slo.presetNames())));
    output.refuseExisting();
    output.write(SloTemplate.of(slo), spec);
    return 0;
  }
}
