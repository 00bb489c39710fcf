package dev.goodput.report.words;

import dev.goodput.metrics.result.ClientHealth;
import dev.goodput.metrics.result.LevelResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A load level as a point of speed against throughput, and the Pareto frontier: the points that no
/// other point beats.
///
/// @param speed mean over its requests of output speed, tokens/s that a user sees
/// @param interactivity 1 ÷ the median TPOT, tokens/s; what others call interactivity
/// @param throughput output tokens/s of the system
public record LevelPoint(double speed, @Nullable Double interactivity, double throughput) {
  /// Why a level without these figures is no point.
  public static final String NO_FIGURES = "it has no output speed and throughput";

  private static final double MILLI = 1000;

  /// Stands for no rival that beats a point.
  public static final int NONE = -1;

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

  /// Returns why a level is excluded from comparisons, as the rest of a sentence; empty if it is
  /// not.
  ///
  /// @param maxErrorRate the largest share of failures of a level that is good
  public static Optional<String> excluded(LevelResult level, double maxErrorRate) {
    return unfit(level, maxErrorRate)
        .or(() -> of(level).isEmpty() ? Optional.of(NO_FIGURES) : Optional.empty());
  }

  /// Returns why the figures of a level cannot be compared, as the rest of a sentence; empty if
  /// they can. A level without a point can be comparable: without a stream it has no speed for a
  /// user.
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

  /// One level.
  ///
  /// @param basis what both figures rest on; points of different ones are no rivals
  /// @param speed output tokens per second that a user sees
  /// @param throughput output tokens per second of the system, or of each of its GPUs
  public record Point(String basis, double speed, double throughput) {
    /// Whether it is as good in both, and better in one.
    boolean beats(Point other) {
      boolean asGood = speed >= other.speed && throughput >= other.throughput;
      boolean better = speed > other.speed || throughput > other.throughput;
      return basis.equals(other.basis) && asGood && better;
    }
  }

  /// For each point by which other it is beaten, of several by the one on the frontier with the
  /// largest throughput; [#NONE] for those on the frontier.
  public static List<Integer> beaten(List<Point> points) {
    List<Integer> rivals = new ArrayList<>();
    for (Point point : points) {
      rivals.add(
          IntStream.range(0, points.size())
              .filter(i -> points.get(i).beats(point))
              .boxed()
              .max(
                  Comparator.<Integer>comparingDouble(i -> points.get(i).throughput())
                      .thenComparingDouble(i -> points.get(i).speed()))
              .orElse(NONE));
    }
    return rivals;
  }
}
