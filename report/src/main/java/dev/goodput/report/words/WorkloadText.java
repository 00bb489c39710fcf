package dev.goodput.report.words;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.Lengths;
import dev.goodput.report.ReportInput;
import dev.goodput.report.model.Severity;
import dev.goodput.report.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whether prompts and answers had the lengths that were requested. Where they are off by more than
/// 20 %, the figures are of another workload.
public final class WorkloadText {
  private static final double LARGEST_DIFFERENCE = 0.2;

  private WorkloadText() {}

  /// The verdict on a level whose lengths are off; empty where they are as requested, and where
  /// there is nothing to compare.
  public static Optional<Verdict> verdict(ReportInput in, LevelResult level) {
    List<String> off = off(in, level);
    return off.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Severity.WARN.verdict(
                "wrong workload",
                String.join("; ", off),
                "The figures describe another workload than the one requested."));
  }

  /// Whether lengths were requested and can be compared, so that there is a verdict.
  public static boolean isJudged(ReportInput in, LevelResult level) {
    Lengths lengths = level.lengths();
    return prompts(in, lengths) != null || answers(level, lengths) != null;
  }

  private static List<String> off(ReportInput in, LevelResult level) {
    Lengths lengths = level.lengths();
    List<String> off = new ArrayList<>();
    add("prompts", prompts(in, lengths), lengths.inputReported(), lengths.inputAsked(), off);
    add("answers", answers(level, lengths), lengths.outputReported(), lengths.outputAsked(), off);
    return off;
  }

  // Nobody requests a length of prompts that are the workload's own text.
  private static @Nullable Double prompts(ReportInput in, Lengths lengths) {
    return PromptLengths.own(in) ? null : difference(lengths.inputAsked(), lengths.inputReported());
  }

  // A level that was cut short lacks the longest answers.
  private static @Nullable Double answers(LevelResult level, Lengths lengths) {
    return level.window().cutShort()
        ? null
        : difference(lengths.outputAsked(), lengths.outputReported());
  }

  private static @Nullable Double difference(@Nullable Double requested, @Nullable Double found) {
    return requested == null || found == null || requested <= 0
        ? null
        : Double.valueOf(found / requested - 1);
  }

  private static void add(
      String what,
      @Nullable Double difference,
      @Nullable Double found,
      @Nullable Double requested,
      List<String> off) {
    if (difference != null && Math.abs(difference) > LARGEST_DIFFERENCE) {
      off.add(
          what
              + " have "
              + Figures.number(found)
              + " tokens on average, "
              + Figures.number(requested)
              + " were requested ("
              + (difference < 0 ? "−" : "+")
              + Figures.share(Math.abs(difference))
              + ")");
    }
  }
}
