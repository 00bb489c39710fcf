package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.EngineStateTracker.ServerChange;
import dev.goodput.observe.EngineStateTracker.Step;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// The state of one metrics page of one upstream. Belongs to its [EngineStateTracker].
///
/// A process that started after the last scrape may be the same server, restarted. A process that
/// started earlier is a different server that has taken its place, as in a rolling update. The
/// track follows the new server from there on and counts no increase between the two servers'
/// counters. If a server that had been replaced answers again, several servers share the address,
/// and the page has no values until one server has answered alone for a minute.
final class EnginePageTracker {
  /// How long values stay valid: a scrape may take five seconds, pages of megabytes are scraped
  /// less often, and a few scrapes may be late.
  private static final long STANDS_NANOS = 15_000_000_000L;

  private static final long ALONE_NANOS = 60_000_000_000L;

  private final String upstream;
  private final String address;
  private final InstantSource wall;
  private final Map<EngineMetric, Double> grown = new EnumMap<>(EngineMetric.class);
  private final Map<Step, Map<EngineMetric, Slots>> past = new EnumMap<>(Step.class);
  private final RestartDetector restartDetector = new RestartDetector();
  private long aloneNanos;
  private @Nullable SuccessfulScrape last;
  private double lastSeconds;
  private @Nullable FailedScrape miss;
  private int restarts;

  EnginePageTracker(String upstream, String address, InstantSource wall) {
    this.upstream = upstream;
    this.address = address;
    this.wall = wall;
    for (Step step : Step.values()) {
      past.put(step, new EnumMap<>(EngineMetric.class));
    }
  }

  String address() {
    return address;
  }

  String upstream() {
    return upstream;
  }

  @Nullable ServerChange add(Scrape scrape) {
    return switch (scrape) {
      case SuccessfulScrape seen -> succeeded(seen);
      case FailedScrape missed -> failed(missed);
    };
  }

  private @Nullable ServerChange failed(FailedScrape missed) {
    boolean first = miss == null;
    miss = missed;
    return first ? ServerChange.OUT_OF_REACH : null;
  }

  private @Nullable ServerChange succeeded(SuccessfulScrape now) {
    SuccessfulScrape before = last;
    boolean back = miss != null;
    last = now;
    miss = null;
    RestartDetector.ServerIdentity process =
        before == null ? RestartDetector.ServerIdentity.SAME : answering(before, now);
    boolean anew = before != null && anew(before, now, process);
    boolean other =
        process == RestartDetector.ServerIdentity.BESIDE && !restartDetector.severalServers();
    lastSeconds = wall.millis() / 1e3;
    if (!restartDetector.severalServers()) {
      follow(other ? null : before, now, anew);
    } else if (now.atNanos() - aloneNanos >= ALONE_NANOS) {
      restartDetector.alone();
      grown.clear();
    }
    restarts += anew ? 1 : 0;
    return anew
        ? ServerChange.RESTARTED
        : other ? ServerChange.REPLACED : back ? ServerChange.BACK : null;
  }

  /// After a long time without a scrape, it is unknown who answered in between.
  private RestartDetector.ServerIdentity answering(SuccessfulScrape before, SuccessfulScrape now) {
    RestartDetector.ServerIdentity process =
        restartDetector.next(before.metrics(), now.metrics(), lastSeconds);
    boolean unseen = now.atNanos() - before.atNanos() > STANDS_NANOS;
    aloneNanos = restartDetector.serverChanged() || unseen ? now.atNanos() : aloneNanos;
    return process;
  }

  private void follow(@Nullable SuccessfulScrape before, SuccessfulScrape now, boolean anew) {
    for (EngineMetric metric : now.metrics().readings().keySet()) {
      double value = follow(metric, before, now, anew);
      if (!Double.isNaN(value)) {
        past.forEach((step, signs) ->
            signs
                .computeIfAbsent(metric, _ -> new Slots(step.length()))
                .add(Math.floorDiv(now.atNanos(), step.nanos()), value));
      }
    }
  }

  private boolean anew(
      SuccessfulScrape before, SuccessfulScrape now, RestartDetector.ServerIdentity process) {
    if (restartDetector.severalServers()) {
      return false;
    }
    return switch (process) {
      case SAME, BESIDE -> false;
      case ANOTHER -> true;
      case UNKNOWN ->
          now.metrics().readings().keySet().stream()
              .filter(
                  metric -> metric.kind() == EngineMetric.Kind.COUNTER && metric.resetsOnRestart())
              .anyMatch(metric -> value(now, metric) < value(before, metric));
    };
  }

  /// Returns the value to store for a scrape: a gauge's value, or a counter's increase per second
  /// since the scrape before.
  private double follow(
      EngineMetric metric, @Nullable SuccessfulScrape before, SuccessfulScrape now, boolean anew) {
    double value = value(now, metric);
    if (metric.kind() == EngineMetric.Kind.GAUGE) {
      return value;
    }
    double old = before == null ? Double.NaN : value(before, metric);
    if (before == null || (Double.isNaN(old) && !metric.resetsOnRestart())) {
      return Double.NaN;
    }
    double from = Double.isNaN(old) || (anew && metric.resetsOnRestart()) ? 0 : old;
    double more = Math.max(0, value - from);
    grown.merge(metric, more, Double::sum);
    double seconds = (now.atNanos() - before.atNanos()) / 1e9;
    return seconds > 0 ? more / seconds : Double.NaN;
  }

  private static double value(SuccessfulScrape seen, EngineMetric metric) {
    OptionalDouble value = seen.metrics().value(metric);
    return value.orElse(Double.NaN);
  }

  /// Returns the metric's value in a step, or in one just before it if the scrape came a little
  /// late; NaN if there is none.
  double value(EngineMetric metric, Step step, long slot) {
    Slots slots = past.getOrDefault(step, Map.of()).get(metric);
    double value = Double.NaN;
    for (int back = 0; slots != null && Double.isNaN(value) && back <= step.late(); back++) {
      value = slots.mean(slot - back);
    }
    return value;
  }

  EngineStateTracker.Page page(long nowNanos) {
    Long at = last == null ? null : Long.valueOf(last.atNanos());
    return new EngineStateTracker.Page(
        upstream, address, state(nowNanos), at, values(nowNanos), miss, restarts);
  }

  private EngineStateTracker.State state(long nowNanos) {
    SuccessfulScrape seen = last;
    if (miss != null || seen == null) {
      return EngineStateTracker.State.MISSED;
    }
    if (restartDetector.severalServers()) {
      return EngineStateTracker.State.SEVERAL_SERVERS;
    }
    return nowNanos - seen.atNanos() > STANDS_NANOS
        ? EngineStateTracker.State.STALE
        : EngineStateTracker.State.READ;
  }

  /// Returns the page's values: for gauges the value, for counters the increase since the page was
  /// first read. Empty while they are unknown.
  Map<EngineMetric, Double> values(long nowNanos) {
    return state(nowNanos) == EngineStateTracker.State.READ ? message() : Map.of();
  }

  private Map<EngineMetric, Double> message() {
    SuccessfulScrape seen = last;
    Map<EngineMetric, Double> values = new EnumMap<>(EngineMetric.class);
    if (seen != null) {
      for (EngineMetric metric : seen.metrics().readings().keySet()) {
        values.put(
            metric, metric.kind() == EngineMetric.Kind.GAUGE ? value(seen, metric) : grown(metric));
      }
    }
    return values;
  }

  /// Returns the shares that are still valid although a scrape has just missed the page. Without
  /// them the mean over all pages would jump for a moment, as if the other pages had changed.
  Map<EngineMetric, Double> standing(long nowNanos) {
    SuccessfulScrape seen = last;
    boolean stands =
        seen != null
            && !restartDetector.severalServers()
            && nowNanos - seen.atNanos() <= STANDS_NANOS;
    Map<EngineMetric, Double> shares = stands ? message() : new EnumMap<>(EngineMetric.class);
    shares.keySet().removeIf(metric -> !metric.averaged());
    return shares;
  }

  /// Returns the engine's name according to the page's last reading.
  String engine() {
    SuccessfulScrape seen = last;
    return seen == null ? "" : seen.metrics().engine();
  }

  /// Returns a counter's observed increase since the page was first read, even if the page cannot
  /// be read now; 0 if several servers answer at the address.
  double grown(EngineMetric metric) {
    return restartDetector.severalServers() ? 0 : grown.getOrDefault(metric, 0.0);
  }

  /// A ring of steps for one metric, each with the mean of its scrapes.
  private static final class Slots {
    private final long[] numbers;
    private final double[] sums;
    private final int[] scrapes;

    Slots(int kept) {
      numbers = new long[kept];
      Arrays.fill(numbers, Long.MIN_VALUE);
      sums = new double[kept];
      scrapes = new int[kept];
    }

    void add(long number, double value) {
      int at = place(number);
      if (numbers[at] != number) {
        numbers[at] = number;
        sums[at] = 0;
        scrapes[at] = 0;
      }
      sums[at] += value;
      scrapes[at]++;
    }

    double mean(long number) {
      int at = place(number);
      return numbers[at] == number ? sums[at] / scrapes[at] : Double.NaN;
    }

    private int place(long number) {
      return (int) Math.floorMod(number, (long) numbers.length);
    }
  }
}
