package dev.goodput.report.words;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.ArrivalKind;
import dev.goodput.report.ReportInput;
import java.util.OptionalLong;

/// That a level asked for more than its workload holds, so that this started over, or that runs of
/// one load ask the same prompts.
final class WorkloadReuse {
  /// So small a share of a file that runs have hardly a prompt in common.
  private static final double FEW = .05;

  private WorkloadReuse() {}

  /// The sentence, empty where the workload was not used up, or never is, and no run repeats
  /// prompts of another.
  static String of(ReportInput in, LevelResult level) {
    OptionalLong holds = in.manifest().whole("workload.requests");
    if (holds.isEmpty()) {
      return "";
    }
    if (in.repeats().isPresent() && written(in)) {
      return overRuns(in, holds.getAsLong());
    }
    double played = played(in, level);
    if (played <= holds.getAsLong()) {
      return "";
    }
    boolean recording = level.load().kind() == ArrivalKind.TRACE;
    long span = in.manifest().whole("workload.span_nanos").orElse(0);
    return (recording ? "the recording has " : "the workload has ")
        + Figures.counted(holds.getAsLong(), "request")
        + (recording ? " over " + Figures.span(span / 1e9) : "")
        + (recording ? " and was played " : " and was sent ")
        + times(played / holds.getAsLong())
        + (written(in) ? ", the same prompts each time" : ", each time with other text")
        + (written(in) ? ", which a prefix cache may know (--cache-bust)" : "")
        + (recording ? "; --requests " + holds.getAsLong() + " plays it once" : "");
  }

  /// Each run of one load plays the file in an order of its own, and so prompts of the others too,
  /// long before it is used up.
  private static String overRuns(ReportInput in, long holds) {
    double played = in.result().levels().stream().mapToDouble(each -> played(in, each)).sum();
    return played <= FEW * holds
        ? ""
        : "all runs take their prompts from the same "
            + Figures.counted(holds, "request")
            + ": a prefix cache may know those of an earlier run, so that the first is unlike the"
            + " others (--cache-bust)";
  }

  /// What the workload gave for it: what was asked, and its part of what was left out.
  private static double played(ReportInput in, LevelResult level) {
    long asked = level.totals().requests();
    long ofAll = in.result().levels().stream().mapToLong(each -> each.totals().requests()).sum();
    long leftOut =
        in.manifest().whole("workload.skipped").orElse(0)
            + in.manifest().whole("workload.turns_dropped").orElse(0);
    return ofAll == 0 ? 0 : asked + (double) leftOut * asked / ofAll;
  }

  private static String times(double rounds) {
    double rounded = Math.round(10 * rounds) / 10.0;
    return rounded > 1 ? Figures.plain(rounded) + " times" : "once, and a little again";
  }

  private static boolean written(ReportInput in) {
    return in.fact("workload.written").filter("true"::equals).isPresent();
  }
}
