package dev.goodput.app.saturate;

import dev.goodput.app.CommandHelp;
import dev.goodput.app.measure.MeasuringRun;
import dev.goodput.app.run.MeasurementCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `goodput saturate`: finds the load at which a server saturates.
@CommandHelp(
    common = {
      "--url",
      "--model",
      "--workload",
      "--slo",
      "--axis",
      "--to",
      "--level-time",
      "--virtual",
      "--out",
      "--json"
    })
@Command(
    name = "saturate",
    description = {
      "Finds the load at which a server saturates.",
      "It reports the peak, the knee, the saturation point and the cliff. The load rises level by"
          + " level until more load brings no more output. Levels in between then refine the"
          + " result. Warning signs are shown with their evidence."
    },
    synopsisHeading = "",
    customSynopsis = {"goodput saturate [--url URL] [OPTIONS]", ""},
    sortOptions = false,
    footer = {
      "",
      "goodput saturate --virtual                          a simulated H100, in seconds",
      "goodput saturate --url http://host:8000 --slo chat",
      "goodput saturate --url http://host:8000 --axis rate --level-time 2m"
    })
public final class SaturateCommand implements Callable<Integer>, MeasurementCommand {
  @Mixin private SaturateOptions options;

  @Spec private CommandSpec spec;

  /// Called by picocli.
  public SaturateCommand() {
    this.options = new SaturateOptions();
    this.spec = CommandSpec.create();
  }

  /// Checks everything that can be checked before opening a connection, then applies load.
  ///
  /// @return the exit code
  @Override
  public Integer call() {
    return MeasuringRun.call(
        spec, options.output, () -> new SaturateRun(SaturatePreparation.of(options)));
  }
}
