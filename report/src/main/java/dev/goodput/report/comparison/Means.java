package dev.goodput.report.comparison;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.RunFigures;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A side's figure over several runs: the geometric mean, as differences are of logarithms; of
/// shares the plain one.
public final class Means {
  private Means() {}

  /// NaN where no row has it.
  ///
  /// @param side whose figures
  public static double of(
      List<Row> rows, Function<Row, @Nullable RunFigures> side, ComparedMetric metric) {
    double[] values =
        rows.stream()
            .flatMap(row -> Stream.ofNullable(side.apply(row)))
            .flatMap(run -> Stream.ofNullable(run.value(metric)))
            .mapToDouble(Double::doubleValue)
            .toArray();
    double sum = 0;
    for (double value : values) {
      sum += metric.isShare() ? value : Math.log(value);
    }
    double mean = values.length == 0 ? Double.NaN : sum / values.length;
    return metric.isShare() ? mean : Math.exp(mean);
  }
}
