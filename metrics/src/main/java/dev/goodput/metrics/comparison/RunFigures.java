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

/// What one run came to, by metric; those that it has.
///
/// @param values in the unit of the result document
/// @param sampleSizes of shares, how many requests they are of; those that are known
/// @param tokenSource how output tokens were, by the worst source that an answer needed; null where
///   nobody knows
public record RunFigures(
    Map<ComparedMetric, Double> values,
    Map<ComparedMetric, Long> sampleSizes,
    @Nullable TokenSource tokenSource) {
  /// Copies the maps.
  public RunFigures {
    values = Map.copyOf(values);
    sampleSizes = Map.copyOf(sampleSizes);
  }

  /// Figures of which nobody knows of how many requests they are, and how tokens were counted.
  public RunFigures(Map<ComparedMetric, Double> values) {
    this(values, Map.of(), null);
  }

  /// Every figure of a level.
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

  /// Whether tokens of two sides may be compared: not where all runs of one count pieces of the
  /// stream, which may hold several, and the other's do not.
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

  /// One figure, absent where the run has none.
  public @Nullable Double value(ComparedMetric metric) {
    return values.get(metric);
  }

  /// How bad the figure is: its logarithm, or a share itself, turned round where more is better, so
  /// that more is always worse. ∞ where nothing is left of what there should be more of; NaN where
  /// the run has no such figure.
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
