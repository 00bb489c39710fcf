package dev.goodput.metrics.comparison;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.record.TokenSource;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The values of one run by metric. A metric without a value is absent.
///
/// @param values the values, in the units of the result document
/// @param sampleSizes the number of requests behind each share, if known
/// @param tokenSource how output tokens were counted: the least reliable source of any response;
///   null if unknown
public record RunFigures(
    Map<ComparedMetric, Double> values,
    Map<ComparedMetric, Long> sampleSizes,
    @Nullable TokenSource tokenSource) {
  /// Copies the maps.
  public RunFigures {
    values = Map.copyOf(values);
    sampleSizes = Map.copyOf(sampleSizes);
  }

  /// Creates figures with unknown numbers of requests and an unknown token source.
  public RunFigures(Map<ComparedMetric, Double> values) {
    this(values, Map.of(), null);
  }

  /// Returns the figures of a level.
  public static RunFigures of(LevelResult level) {
    Map<ComparedMetric, Double> values = new EnumMap<>(ComparedMetric.class);
    for (ComparedMetric metric : ComparedMetric.values()) {
      Double value = metric.of(level);
      if (value != null) {
        values.put(metric, value);
      }
    }
    return new RunFigures(
        values,
        Map.of(
            ComparedMetric.ERROR_RATE,
            level.totals().judged(),
            ComparedMetric.ATTAINMENT,
            level.judged()),
        level.tokens().outputSource());
  }

  /// Returns whether the token counts of two sides are comparable. They are not if one side counts
  /// only stream chunks, which may contain several tokens, and the other does not.
  public static boolean tokensComparable(List<RunFigures> a, List<RunFigures> b) {
    Optional<TokenSource> one = bestTokenSource(a);
    Optional<TokenSource> other = bestTokenSource(b);
    return one.isEmpty()
        || other.isEmpty()
        || one.get() == other.get()
        || (one.get() != TokenSource.CHUNKS && other.get() != TokenSource.CHUNKS);
  }

  private static Optional<TokenSource> bestTokenSource(List<RunFigures> runs) {
    return runs.stream()
        .flatMap(run -> Stream.ofNullable(run.tokenSource))
        .min(Comparator.naturalOrder());
  }

  /// Returns the value of a metric; null if the run has none.
  public @Nullable Double value(ComparedMetric metric) {
    return values.get(metric);
  }

  /// Returns a value that is larger for worse runs: the logarithm of the metric, or the share
  /// itself, negated if a larger metric is better. ∞ for a rate of 0; NaN if the run has no value.
  double badness(ComparedMetric metric) {
    Double value = values.get(metric);
    boolean mayBeZero = metric.isShare() || metric.moreIsBetter();
    if (value == null || !(mayBeZero ? value >= 0 : value > 0)) {
      return Double.NaN;
    }
    double scaled = metric.isShare() ? value : Math.log(value);
    return metric.moreIsBetter() ? -scaled : scaled;
  }
}
