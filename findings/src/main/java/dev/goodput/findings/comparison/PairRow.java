package dev.goodput.findings.comparison;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.RunFigures;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A pair of runs, or one run that was measured before.
///
/// @param name `pair 3`, or the run's
/// @param fresh whether it is a confirmation of the first pairs
/// @param seed of its arrivals, prompts and lengths
/// @param voided why it counts for nothing; empty where it counts
/// @param a figures of A's run; null where it is a run of B
/// @param b figures of B's run; null where it is a run of A
public record PairRow(
    String name,
    boolean fresh,
    long seed,
    String voided,
    @Nullable RunFigures a,
    @Nullable RunFigures b) {

  /// NaN where no row has it, and where some have nothing of it and others have, so that there is
  /// no mean.
  ///
  /// @param side whose figures
  public static double mean(
      List<PairRow> rows, Function<PairRow, @Nullable RunFigures> side, ComparedMetric metric) {
    double[] values =
        rows.stream()
            .filter(row -> isComplete(row, metric))
            .flatMap(row -> Stream.ofNullable(side.apply(row)))
            .flatMap(run -> Stream.ofNullable(run.value(metric)))
            .mapToDouble(Double::doubleValue)
            .toArray();
    boolean nothing = DoubleStream.of(values).anyMatch(value -> value == 0);
    if (!metric.isShare() && nothing && DoubleStream.of(values).anyMatch(value -> value != 0)) {
      return Double.NaN;
    }
    double sum = 0;
    for (double value : values) {
      sum += metric.isShare() ? value : Math.log(value);
    }
    double mean = values.length == 0 ? Double.NaN : sum / values.length;
    return metric.isShare() ? mean : Math.exp(mean);
  }

  /// A pair in which one run lacks the figure is excluded from the difference too.
  private static boolean isComplete(PairRow row, ComparedMetric metric) {
    RunFigures a = row.a();
    RunFigures b = row.b();
    return a == null || b == null || (a.value(metric) != null && b.value(metric) != null);
  }
}
