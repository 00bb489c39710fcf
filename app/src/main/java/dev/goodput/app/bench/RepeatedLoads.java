package dev.goodput.app.bench;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.app.endpoint.WorkloadOptions;
import dev.goodput.load.LevelPlan;
import dev.goodput.record.ArrivalKind;
import dev.goodput.runner.measure.RepeatedLoad;
import java.util.List;

/// Reads the one load of an experiment that repeats it.
public final class RepeatedLoads {
  private static final String UNSAID =
      "no load given: one request at a time; for load add --rate 8 or --concurrency 16";

  private RepeatedLoads() {}

  /// Reads the options.
  ///
  /// @param workload the options of the workload, with the think time of users
  /// @param simulated whether a simulated engine answers, whose load is known
  /// @throws dev.goodput.runner.AppException.Usage for contradictions, and for more than one load
  public static RepeatedLoad of(LoadOptions options, WorkloadOptions workload, boolean simulated) {
    refuse(
        options.repeats != null,
        "--repeats belongs to bench; set the number of pairs with --pairs");
    refuse(options.shard != null, "--shard belongs to bench: this machine sends to both sides");
    refuse(options.beginAt != null, "--begin-at belongs to bench: one machine sends to both sides");
    refuse(
        options.coordinator != null,
        "--coordinator belongs to bench: one machine sends to both sides");
    boolean unsaid = LoadPlan.orUsual(options, simulated);
    LoadPlan load = LoadPlan.of(options, workload);
    List<LevelPlan> levels = load.levels();
    refuse(
        levels.size() > 1,
        "only bench takes several loads at once: use one value of --rate or --concurrency");
    refuse(
        load.kind() == ArrivalKind.TRACE,
        "a recording would send the same requests at the same times in each pair: use --rate");
    return new RepeatedLoad(load.kind(), levels.getFirst(), unsaid && !simulated ? UNSAID : null);
  }
}
