package dev.goodput.report.frontier;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The Pareto frontier of speed per user against throughput: the points that no other beats.
public final class Frontier {
  /// Stands for no rival that beats a point.
  public static final int NONE = -1;

  private Frontier() {}

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
