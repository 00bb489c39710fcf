package dev.goodput.metrics.traffic;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.saturation.InFlightGrowth;
import dev.goodput.metrics.saturation.OscillationCounter;
import dev.goodput.metrics.stream.LatencyMetric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/// The warning signs of saturation in live traffic. They compare with earlier traffic instead of a
/// lower load level, by the thresholds of the saturation report.
final class TrafficWarningDetector {
  private static final int MINUTE = 60;
  private static final int MIN_SECONDS = 120;
  private static final double MORE = 1.5;
  private static final double HALF = 0.5;
  private static final double LEAVES = 2;
  private static final double DEGRADES = 1.5;
  private static final double HOLDS = 1.1;
  private static final double CEILING = .95;
  private static final double GROWS = 1.05;
  private static final long MINUTE_NANOS = 60_000_000_000L;
  private static final String TOO_SHORT = "less than two minutes were seen";
  private static final int QUARTER = 30;

  private final EngineHistory engines;
  private final Map<TrafficWarning.Kind, Long> since = new EnumMap<>(TrafficWarning.Kind.class);

  TrafficWarningDetector(EngineHistory engines) {
    this.engines = engines;
  }

  /// The finding on one sign.
  ///
  /// @param seen whether the sign is present; null if it is not observable
  private record Finding(@Nullable Boolean seen, String evidence) {
    static final Finding NOT_SEEN = new Finding(false, "");

    static Finding seen(String evidence) {
      return new Finding(true, evidence);
    }

    static Finding notObservable(String why) {
      return new Finding(null, why);
    }
  }

  /// Returns all current signs.
  ///
  /// @param queueKnown whether in-flight counts were ever reported
  List<TrafficWarning> signs(TrafficSeries all, Trend trend, boolean queueKnown, long nowNanos) {
    List<TrafficWarning> signs = new ArrayList<>();
    List<TrendPoint> seconds =
        trend.seconds().stream().filter(point -> point.seconds() >= 1).toList();
    for (TrafficWarning.Kind kind : TrafficWarning.Kind.values()) {
      Finding finding = find(kind, all, seconds, queueKnown, nowNanos);
      boolean seen = Boolean.TRUE.equals(finding.seen());
      if (!seen) {
        since.remove(kind);
      }
      Long from = seen ? since.computeIfAbsent(kind, any -> nowNanos) : null;
      signs.add(new TrafficWarning(kind, finding.seen(), from, finding.evidence()));
    }
    return signs;
  }

  private Finding find(
      TrafficWarning.Kind kind,
      TrafficSeries all,
      List<TrendPoint> seconds,
      boolean queueKnown,
      long nowNanos) {
    return switch (kind) {
      case GROWTH_SLOWS -> growthSlows(seconds);
      case TAIL_LEAVES_MEDIAN -> tailLeaves(all);
      case TAIL_DEGRADES -> tailDegrades(all);
      case GPU_AT_CEILING -> gpuAtCeiling(seconds);
      case MEMORY_OSCILLATES -> memoryOscillates();
      case QUEUE_GROWS ->
          queueKnown
              ? queueGrows(seconds)
              : Finding.notObservable("no page reports what is in flight");
      case PREEMPTIONS_BEGIN -> preemptionsBegin(nowNanos);
    };
  }

  /// Compares the last minute with the minute of the last quarter of an hour that had the fewest
  /// requests in flight.
  private static Finding growthSlows(List<TrendPoint> seconds) {
    if (seconds.size() < MIN_SECONDS) {
      return Finding.notObservable(TOO_SHORT);
    }
    List<TrendAverage> minutes = new ArrayList<>();
    for (int end = seconds.size(); end >= MINUTE; end -= MINUTE) {
      minutes.add(TrendAverage.of(seconds.subList(end - MINUTE, end)));
    }
    TrendAverage now = minutes.getFirst();
    TrendAverage light =
        minutes.stream()
            .filter(minute -> minute.outputTps() > 0 && minute.inFlight() > 0)
            .min(Comparator.comparingDouble(TrendAverage::inFlight))
            .orElse(now);
    double first = light.outputTps() / light.inFlight();
    double gain =
        (now.outputTps() - light.outputTps()) / Math.max(1e-9, now.inFlight() - light.inFlight());
    // With less than one request in flight there is no load that could be too much.
    return now.inFlight() >= Math.max(1, MORE * light.inFlight())
            && gain < HALF * first
            && now.ended() > 0
        ? Finding.seen(grown(now, light, Math.max(0, gain), first))
        : Finding.NOT_SEEN;
  }

  private static String grown(TrendAverage now, TrendAverage light, double gain, double first) {
    return String.format(
        Locale.ROOT,
        "%.1f in flight bring %.0f tok/s, %.1f brought %.0f: one more brings %.1f, each brought"
            + " %.1f",
        now.inFlight(),
        now.outputTps(),
        light.inFlight(),
        light.outputTps(),
        gain,
        first);
  }

  private static Finding tailLeaves(TrafficSeries all) {
    Distribution now = all.minute().latency(LatencyMetric.TTFT);
    Distribution before = all.hour().latency(LatencyMetric.TTFT);
    Double ratio = ratio(now);
    Double base = ratio(before);
    if (ratio == null || base == null) {
      return Finding.notObservable("too few requests for a p95");
    }
    return ratio > LEAVES * base
        ? Finding.seen(
            String.format(
                Locale.ROOT,
                "TTFT p95 is %.1f × p50 in the last minute, %.1f × in the hour",
                ratio,
                base))
        : Finding.NOT_SEEN;
  }

  private static @Nullable Double ratio(@Nullable Distribution wait) {
    Double tail = wait == null ? null : wait.p95();
    Double median = wait == null ? null : wait.p50();
    return tail == null || median == null || !(median > 0) ? null : Double.valueOf(tail / median);
  }

  private static Finding tailDegrades(TrafficSeries all) {
    Distribution now = all.fiveMinutes().latency(LatencyMetric.TTFT);
    Distribution before = all.hour().latency(LatencyMetric.TTFT);
    Double tail = now == null ? null : now.p99();
    Double tailBefore = before == null ? null : before.p99();
    Double median = now == null ? null : now.p50();
    Double medianBefore = before == null ? null : before.p50();
    if (tail == null || tailBefore == null || median == null || medianBefore == null) {
      return Finding.notObservable("too few requests for a p99");
    }
    return tail > DEGRADES * tailBefore && median <= HOLDS * medianBefore
        ? Finding.seen(
            "TTFT p99 is %.0f ms in five minutes, %.0f ms in the hour; p50 %.0f and %.0f ms"
                .formatted(tail, tailBefore, median, medianBefore))
        : Finding.NOT_SEEN;
  }

  /// Uses the last two minutes whose tokens are known: open streams have delivered tokens that are
  /// not counted yet.
  private Finding gpuAtCeiling(List<TrendPoint> seconds) {
    int size = seconds.size();
    while (size > 0 && !seconds.get(size - 1).known()) {
      size--;
    }
    if (size < MIN_SECONDS) {
      return Finding.notObservable(
          size == seconds.size()
              ? TOO_SHORT
              : "less than two minutes were seen whose answers have ended");
    }
    List<TrendPoint> minute = seconds.subList(size - MINUTE, size);
    double now = TrendAverage.arrivedTps(minute);
    double before = TrendAverage.arrivedTps(seconds.subList(size - 2 * MINUTE, size - MINUTE));
    long from = minute.getFirst().atNanos();
    return ofEngines(
        upstream -> engines.gpu(upstream, from, from + MINUTE_NANOS),
        busy -> busy >= CEILING && now > 0 && now <= GROWS * before,
        busy ->
            "%.0f %% busy, and output does not grow: %.0f tok/s, %.0f the minute before"
                .formatted(100 * busy, now, before));
  }

  private Finding memoryOscillates() {
    return ofEngines(
        engines::oscillations,
        turns -> turns >= OscillationCounter.OSCILLATES,
        turns ->
            "the share in use turned %.0f times in five minutes, each time by a tenth or more"
                .formatted(turns));
  }

  private Finding preemptionsBegin(long nowNanos) {
    return ofEngines(
        upstream -> engines.preempted(upstream, nowNanos - MINUTE_NANOS),
        count -> count > 0,
        count -> "%.0f requests were put back in the last minute".formatted(count));
  }

  /// Returns the finding for the first engine whose figure is a sign.
  private Finding ofEngines(Figure figure, DoublePredicate sign, Words words) {
    boolean known = false;
    for (String upstream : engines.upstreams()) {
      OptionalDouble found = figure.of(upstream);
      known |= found.isPresent();
      if (found.isPresent() && sign.test(found.getAsDouble())) {
        return Finding.seen(upstream + ": " + words.of(found.getAsDouble()));
      }
    }
    return known ? Finding.NOT_SEEN : Finding.notObservable("no engine reports it");
  }

  /// A figure of an engine, empty if it is not reported.
  private interface Figure {
    OptionalDouble of(String upstream);
  }

  /// A sentence for a figure.
  private interface Words {
    String of(double figure);
  }

  /// Compares the quarters of two minutes, by the rule for a saturation's levels.
  private static Finding queueGrows(List<TrendPoint> seconds) {
    int size = seconds.size();
    if (size < MIN_SECONDS) {
      return Finding.notObservable(TOO_SHORT);
    }
    double[] waiting = new double[MIN_SECONDS / QUARTER];
    for (int i = 0; i < waiting.length; i++) {
      int from = size - MIN_SECONDS + i * QUARTER;
      waiting[i] = TrendAverage.of(seconds.subList(from, from + QUARTER)).awaiting();
    }
    long ended = TrendAverage.of(seconds.subList(size - MIN_SECONDS, size)).ended();
    return InFlightGrowth.grows(waiting, Math.max(1, ended))
        ? Finding.seen(
            String.format(
                Locale.ROOT,
                "%.1f, %.1f, %.1f, %.1f requests without a token in the quarters of two minutes",
                waiting[0],
                waiting[1],
                waiting[2],
                waiting[3]))
        : Finding.NOT_SEEN;
  }
}
