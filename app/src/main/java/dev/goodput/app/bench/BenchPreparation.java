package dev.goodput.app.bench;

import static dev.goodput.app.Checks.refuse;

import dev.goodput.app.asking.CommonOptions;
import dev.goodput.app.run.Judgement;
import dev.goodput.load.LevelPlan;
import dev.goodput.record.ArrivalKind;
import dev.goodput.record.words.Quantities;
import dev.goodput.report.words.Figures;
import dev.goodput.workload.Replay;
import dev.goodput.workload.Workload;
import java.nio.file.Path;
import java.util.List;

/// A bench whose options have been read and agree with each other; nothing is opened yet but the
/// workload's file.
///
/// @param options as typed
/// @param asking whom, what and how to ask
/// @param load the kind of arrivals
/// @param levels in the order in which they run
/// @param judgement how the run will be judged
/// @param folder where the run will be kept
/// @param remarks what a newcomer should know about what was not said, or said twice
record BenchPreparation(
    BenchOptions options,
    CommonOptions asking,
    LoadPlan load,
    List<LevelPlan> levels,
    Judgement judgement,
    Path folder,
    List<String> remarks) {
  /// Reads the options and refuses what makes no sense.
  ///
  /// @throws dev.goodput.app.AppException.Usage for contradictions
  /// @throws dev.goodput.workload.input.WorkloadException for what cannot be found or read
  /// @throws dev.goodput.metrics.slo.SloSyntaxException for an SLO that cannot be read
  static BenchPreparation of(BenchOptions options) {
    CommonOptions.check(options.target, options.workload, options.request);
    options.output.check();
    boolean embedded = options.target.embedded();
    CommonOptions asking = CommonOptions.of(options.target, options.workload, options.request);
    boolean again = LoadPlan.orAsCaptured(options.load, asking.workload());
    boolean unsaid = LoadPlan.orUsual(options.load, embedded);
    LoadPlan load = LoadPlan.of(options.load);
    List<LevelPlan> levels = load.levels();
    Judgement asked = options.judge.over(Judgement.USUAL, options.target.streams());
    BenchChecks.window(asked.options(), levels);
    refuse(
        options.load.shard != null && embedded,
        "--shard is for several machines that ask one server: name it with --url");
    if (load.kind() == ArrivalKind.TRACE) {
      asking.requireTimed();
    }
    Judgement judged = asked.orPreset(asking.sloPreset());
    return new BenchPreparation(
        options,
        asking,
        load,
        levels,
        options.load.repeats == null ? judged : judged.repeated(),
        options.output.folder(asking.shortName()),
        again || (unsaid && !embedded)
            ? List.of(remark(options.load, again))
            : load.repeated().map(List::of).orElse(List.of()));
  }

  /// What to ask.
  Workload workload() {
    return asking.workload();
  }

  /// How the workload is played.
  Replay replay() {
    return load.kind() == ArrivalKind.TRACE ? Replay.RECORDED : Replay.SHUFFLED;
  }

  /// What is asked where nobody said how much.
  private static String remark(LoadOptions load, boolean again) {
    String end =
        load.requests != null
            ? Figures.counted(load.requests, "request")
            : Quantities.format(LoadPlan.durationOf(load));
    return "no load was asked for: "
        + (again ? "the traffic again at its own times, " : "one request at a time, ")
        + end
        + "; for load add --rate 8 or --concurrency 16";
  }
}
