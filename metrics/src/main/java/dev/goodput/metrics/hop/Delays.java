package dev.goodput.metrics.hop;

import dev.goodput.metrics.comparison.ComparedPair;
import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.interval.Moments;
import dev.goodput.metrics.interval.StudentT;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.stream.LatencyMetric;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a proxy adds in time, by pairs of runs: each pair gives one difference, and the interval is
/// Student's between pairs (docs/explanation/statistics.md), as requests of one run share its luck.
///
/// @param pairs that count
/// @param voided pairs that do not count, because the client was the bottleneck
/// @param added each figure that both sides of a pair have, of at least two pairs
public record Delays(int pairs, int voided, List<Added> added) {
  private static final double CONFIDENCE = .95;

  /// Copies the list.
  public Delays {
    added = List.copyOf(added);
  }

  /// A figure of a run.
  public enum Figure {
    /// Time to first token, the median.
    TTFT_P50("TTFT p50"),
    /// The same, p99, or the slowest of fewer than 100.
    TTFT_P99("TTFT p99"),
    /// Gap between events, the median.
    GAP_P50("gap p50"),
    /// The same, p99.
    GAP_P99("gap p99");

    private final String title;

    Figure(String title) {
      this.title = title;
    }

    /// What a person reads.
    public String title() {
      return title;
    }

    /// Returns the key used in documents.
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }

    @Nullable Double of(LevelResult run) {
      @Nullable Distribution ttft = run.latencies().ttft();
      @Nullable Distribution gap = run.latencies().of(LatencyMetric.CHUNK_GAP);
      return switch (this) {
        case TTFT_P50 -> ttft == null ? null : ttft.p50OrMax();
        case TTFT_P99 -> ttft == null ? null : ttft.p99OrMax();
        case GAP_P50 -> gap == null ? null : gap.p50OrMax();
        case GAP_P99 -> gap == null ? null : gap.p99OrMax();
      };
    }
  }

  /// A figure both ways; milliseconds.
  ///
  /// @param figure which
  /// @param directMillis without the proxy, the mean over pairs
  /// @param viaMillis through it, the mean over pairs
  /// @param addedMillis the mean difference
  /// @param lowMillis lower bound of the 95 % interval
  /// @param highMillis up to where
  public record Added(
      Figure figure,
      double directMillis,
      double viaMillis,
      double addedMillis,
      double lowMillis,
      double highMillis) {}

  /// Returns the delays of pairs whose A ran without the proxy and whose B through it; void pairs
  /// do not count.
  public static Delays of(List<ComparedPair> pairs) {
    List<ComparedPair> counted =
        pairs.stream().filter(pair -> pair.voidReason().isEmpty()).toList();
    List<Added> added = new ArrayList<>();
    for (Figure figure : Figure.values()) {
      added(figure, counted).ifPresent(added::add);
    }
    return new Delays(counted.size(), pairs.size() - counted.size(), added);
  }

  private static Optional<Added> added(Figure figure, List<ComparedPair> pairs) {
    List<Double> direct = new ArrayList<>();
    List<Double> via = new ArrayList<>();
    for (ComparedPair pair : pairs) {
      Double a = figure.of(pair.a());
      Double b = figure.of(pair.b());
      if (a != null && b != null) {
        direct.add(a);
        via.add(b);
      }
    }
    if (direct.size() < 2) {
      return Optional.empty();
    }
    double[] differences = new double[direct.size()];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = via.get(i) - direct.get(i);
    }
    Moments found = Moments.of(differences);
    double half = StudentT.twoSided(CONFIDENCE, found.count() - 1) * found.standardError();
    return Optional.of(
        new Added(
            figure,
            mean(direct),
            mean(via),
            found.mean(),
            found.mean() - half,
            found.mean() + half));
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  /// The verdict: harmful where the first token or the slow gaps come later by more than may be,
  /// beyond the doubt that the pairs leave.
  ///
  /// @param limitMillis the largest permitted delay
  /// @param why the reason if there are no pairs
  public CheckFinding finding(double limitMillis, String why) {
    List<Added> judged =
        added.stream()
            .filter(each -> each.figure() == Figure.TTFT_P50 || each.figure() == Figure.GAP_P99)
            .toList();
    if (judged.isEmpty()) {
      return CheckFinding.unknown(
          ProxyCheck.DELAY, why.isEmpty() ? "fewer than two pairs of runs are valid" : why);
    }
    String message =
        String.format(
            Locale.ROOT,
            "%s; limit %s ms",
            String.join("; ", judged.stream().map(Delays::words).toList()),
            new DecimalFormat("0.###", DecimalFormatSymbols.getInstance(Locale.ROOT))
                .format(limitMillis));
    if (judged.stream().anyMatch(each -> each.lowMillis() > limitMillis)) {
      return CheckFinding.broken(ProxyCheck.DELAY, message);
    }
    return judged.stream().anyMatch(each -> each.addedMillis() > limitMillis)
        ? CheckFinding.unknown(
            ProxyCheck.DELAY, message + ": pairs differ too much; use more --pairs")
        : CheckFinding.passed(ProxyCheck.DELAY, message);
  }

  private static String words(Added each) {
    return each.figure().title()
        + String.format(
                Locale.ROOT,
                " %+.1f ms (%+.1f to %+.1f)",
                each.addedMillis(),
                each.lowMillis(),
                each.highMillis())
            .replace('-', '−');
  }
}
