package dev.goodput.report.words;

import dev.goodput.metrics.interval.QuantileInterval;
import dev.goodput.metrics.repeats.RepeatedLatency;
import dev.goodput.metrics.repeats.Repeats;
import java.util.stream.Collectors;

/// What repeated runs come to together, in words.
public final class RepeatWords {
  private RepeatWords() {}

  /// `5 runs together, 95 % intervals between them: 1,200 ok requests, about 40 independent
  /// observations, 16.6 in flight`.
  public static String title(Repeats repeats) {
    String left =
        repeats.leftOut() == 0
            ? ""
            : " (without %s that cannot count)"
                .formatted(Figures.counted(repeats.leftOut(), "run"));
    return "%d runs together, %.0f %% intervals between them"
            .formatted(repeats.runs(), 100 * repeats.confidence())
        + left
        + observations(repeats);
  }

  private static String observations(Repeats repeats) {
    return repeats.latencies().stream()
        .flatMap(latency -> latency.percentiles().stream())
        .findFirst()
        .map(RepeatWords::observations)
        .orElse("");
  }

  private static String observations(QuantileInterval any) {
    Double worth = any.nEffective();
    return ": %s%s, %s in flight"
        .formatted(
            Figures.counted(any.count(), "ok request"),
            worth == null ? "" : ", " + Figures.observations(worth),
            Figures.number(any.concurrency()));
  }

  /// `p50`.
  public static String name(double share) {
    return "p" + Math.round(100 * share);
  }

  /// `118 ms (110–131 ms)`; `201 ms (from 188 ms)` where nobody can tell the upper end.
  public static String figure(QuantileInterval found) {
    String value = Figures.duration(found.value());
    String low = Figures.duration(Math.max(0, found.low()));
    if (Double.isInfinite(found.high())) {
      return value + " (from " + low + ")";
    }
    String high = Figures.duration(found.high());
    boolean sameUnit = unit(low).equals(unit(high));
    return value + " (" + (sameUnit ? low.substring(0, low.indexOf(' ')) : low) + "–" + high + ")";
  }

  private static String unit(String duration) {
    return duration.substring(duration.indexOf(' '));
  }

  /// All percentiles of one latency: `p50 61 ms (58–64 ms), p90 …`.
  public static String figures(RepeatedLatency latency) {
    return latency.percentiles().stream()
        .map(each -> name(each.share()) + " " + figure(each))
        .collect(Collectors.joining(", "));
  }
}
