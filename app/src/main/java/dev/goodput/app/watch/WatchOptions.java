package dev.goodput.app.watch;

import dev.goodput.app.endpoint.WatchTargetOptions;
import dev.goodput.monitor.watch.WatchPlan;
import picocli.CommandLine.ArgGroup;

/// The options of a watch, in the groups of the help.
final class WatchOptions {
  @ArgGroup(validate = false, order = 1, heading = "%nTarget%n")
  WatchTargetOptions targetOptions = new WatchTargetOptions();

  @ArgGroup(validate = false, order = 2, heading = "%nProbes%n")
  ProbeOptions probe = new ProbeOptions();

  @ArgGroup(validate = false, order = 3, heading = "%nSLO%n")
  WatchSloOptions judge = new WatchSloOptions();

  @ArgGroup(validate = false, order = 4, heading = "%nOutput%n")
  ExportOptions export = new ExportOptions();

  /// Rejects invalid values.
  ///
  /// @throws dev.goodput.runner.AppException.Usage an invalid value; the message names the option
  void check() {
    probe.check();
    judge.check();
    export.check();
  }

  /// Returns the plan of the watch, which the options describe once checked.
  WatchPlan plan() {
    return new WatchPlan(
        probe.schedule(),
        judge.sloClass(),
        judge.judgement(),
        export.adminPlan(),
        export.otlpPlan(),
        export.logPlan());
  }
}
