package dev.goodput.report.frontier;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.words.Figures;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A load level as a point of speed against throughput.
///
/// @param speed mean over its requests of output speed, tokens/s that a user sees
/// @param interactivity 1 ÷ the median TPOT, tokens/s; what others call interactivity
/// @param throughput output tokens/s of the system
public record LevelPoint(double speed, @Nullable Double interactivity, double throughput) {
  /// Why a level without these figures is no point.
  public static final String NO_FIGURES = "it has no output speed and throughput";

  private static final double MILLI = 1000;

  /// The point of a level; empty where it has no such figures.
  public static Optional<LevelPoint> of(LevelResult level) {
    Double speed = level.rates().outputTpsPerUser();
    Double throughput = level.rates().outputTps();
    if (speed == null || throughput == null) {
      return Optional.empty();
    }
    Double median = level.latencies().tpot() == null ? null : level.latencies().tpot().p50();
    Double interactivity = median == null || median <= 0 ? null : Double.valueOf(MILLI / median);
    return Optional.of(new LevelPoint(speed, interactivity, throughput));
  }

  /// Why a level is no point to hold others against, a sentence's rest; empty where it is one.
  ///
  /// @param maxErrorRate the largest share of failures of a level that is good
  public static Optional<String> leftOut(LevelResult level, double maxErrorRate) {
    return unfit(level, maxErrorRate)
        .or(() -> of(level).isEmpty() ? Optional.of(NO_FIGURES) : Optional.empty());
  }

  /// Why no figure of a level may be held against another's, a sentence's rest; empty where they
  /// may. A level may be no point and be fit: without a stream it has no speed for a user.
  ///
  /// @param maxErrorRate the largest share of failures of a level that is good
  public static Optional<String> unfit(LevelResult level, double maxErrorRate) {
    Double failed = level.judgedErrorRate();
    if (level.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND) {
      return Optional.of("its client was the bottleneck");
    }
    if (failed != null && failed > maxErrorRate) {
      return Optional.of(Figures.share(failed) + " of its requests failed");
    }
    return level.whole() ? Optional.empty() : Optional.of("it is not all that was requested");
  }
}
