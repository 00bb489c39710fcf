package dev.goodput.report.comparison;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.RunFigures;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A side's figure over several runs: the geometric mean, as differences are of logarithms; of
/// shares the plain one. Of pairs those count that have it on both sides.
public final class SideMean {
  private SideMean() {}

  /// NaN where no row has it, and where some have nothing of it and others have, so that there is
  /// no mean.
  ///
  /// @param side whose figures
  public static double of(
      List<PairRow> rows, Function<PairRow, @Nullable RunFigures> side, ComparedMetric metric) {
    double[] values =
        rows.stream()
            .filter(row -> whole(row, metric))
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

  /// A pair of which one run lacks the figure is in no difference either.
  private static boolean whole(PairRow row, ComparedMetric metric) {
    RunFigures a = row.a();
    RunFigures b = row.b();
    return a == null || b == null || (a.value(metric) != null && b.value(metric) != null);
  }
}
