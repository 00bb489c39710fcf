package dev.goodput.observe;

import dev.goodput.observe.EngineTrail.Step;
import dev.goodput.observe.EngineTrail.Turn;
import dev.goodput.observe.Observation.Missed;
import dev.goodput.observe.Observation.Seen;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// The state of one metrics page of one upstream. Belongs to its [EngineTrail].
///
/// A process that started after the last scrape may be the same server, restarted. A process that
/// started earlier is a different server that has taken its place, as in a rolling update. The
/// track follows the new server from there on and counts no increase between the two servers'
/// counters. If a server that had been replaced answers again, several servers share the address,
/// and the page has no values until one server has answered alone for a minute.
final class EngineTrack {
  /// How long values stay valid: a scrape may take five seconds, pages of megabytes are scraped
  /// less often, and a few scrapes may be late.
  private static final long STANDS_NANOS = 15_000_000_000L;

  private static final long ALONE_NANOS = 60_000_000_000L;

  private final String upstream;
  private final String address;
  private final InstantSource wall;
  private final Map<Sign, Double> grown = new EnumMap<>(Sign.class);
  private final Map<Step, Map<Sign, Slots>> past = new EnumMap<>(Step.class);
  private final ServerTurns turns = new ServerTurns();
  private long aloneNanos;
  private @Nullable Seen last;
  private double lastSeconds;
  private @Nullable Missed miss;
  private int restarts;

  EngineTrack(String upstream, String address, InstantSource wall) {
    this.upstream = upstream;
    this.address = address;
    this.wall = wall;
    for (Step step : Step.values()) {
      past.put(step, new EnumMap<>(Sign.class));
    }
  }

  String upstream() {
    return upstream;
  }

  @Nullable Turn add(Observation look) {
    return switch (look) {
      case Seen seen -> seen(seen);
      case Missed missed -> missed(missed);
    };
  }

  private @Nullable Turn missed(Missed missed) {
    boolean first = miss == null;
    miss = missed;
    return first ? Turn.OUT_OF_REACH : null;
  }

  private @Nullable Turn seen(Seen now) {
    Seen before = last;
    boolean back = miss != null;
    last = now;
    miss = null;
    ServerTurns.Answering process =
        before == null ? ServerTurns.Answering.SAME : answering(before, now);
    boolean anew = before != null && anew(before, now, process);
    boolean other = process == ServerTurns.Answering.BESIDE && !turns.severalServers();
    lastSeconds = wall.millis() / 1e3;
    if (!turns.severalServers()) {
      follow(other ? null : before, now, anew);
    } else if (now.atNanos() - aloneNanos >= ALONE_NANOS) {
      turns.alone();
      grown.clear();
    }
    restarts += anew ? 1 : 0;
    return anew ? Turn.RESTARTED : other ? Turn.REPLACED : back ? Turn.BACK : null;
  }

  /// After a long time without a scrape, it is unknown who answered in between.
  private ServerTurns.Answering answering(Seen before, Seen now) {
    ServerTurns.Answering process = turns.next(before.metrics(), now.metrics(), lastSeconds);
    boolean unseen = now.atNanos() - before.atNanos() > STANDS_NANOS;
    aloneNanos = turns.turned() || unseen ? now.atNanos() : aloneNanos;
    return process;
  }

  private void follow(@Nullable Seen before, Seen now, boolean anew) {
    for (Sign sign : now.metrics().readings().keySet()) {
      double value = follow(sign, before, now, anew);
      if (!Double.isNaN(value)) {
        past.forEach((step, signs) ->
            signs
                .computeIfAbsent(sign, _ -> new Slots(step.kept()))
                .add(Math.floorDiv(now.atNanos(), step.nanos()), value));
      }
    }
  }

  private boolean anew(Seen before, Seen now, ServerTurns.Answering process) {
    if (turns.severalServers()) {
      return false;
    }
    return switch (process) {
      case SAME, BESIDE -> false;
      case ANOTHER -> true;
      case UNKNOWN ->
          now.metrics().readings().keySet().stream()
              .filter(sign -> sign.kind() == Sign.Kind.COUNTER && sign.ofProcess())
              .anyMatch(sign -> value(now, sign) < value(before, sign));
    };
  }

  /// Returns the value to store for a scrape: a gauge's value, or a counter's increase per second
  /// since the scrape before.
  private double follow(Sign sign, @Nullable Seen before, Seen now, boolean anew) {
    double value = value(now, sign);
    if (sign.kind() == Sign.Kind.GAUGE) {
      return value;
    }
    double old = before == null ? Double.NaN : value(before, sign);
    if (before == null || (Double.isNaN(old) && !sign.ofProcess())) {
      return Double.NaN;
    }
    double from = Double.isNaN(old) || (anew && sign.ofProcess()) ? 0 : old;
    double more = Math.max(0, value - from);
    grown.merge(sign, more, Double::sum);
    double seconds = (now.atNanos() - before.atNanos()) / 1e9;
    return seconds > 0 ? more / seconds : Double.NaN;
  }

  private static double value(Seen seen, Sign sign) {
    OptionalDouble value = seen.metrics().value(sign);
    return value.orElse(Double.NaN);
  }

  /// Returns the metric's value in a step, or in one just before it if the scrape came a little
  /// late; NaN if there is none.
  double value(Sign sign, Step step, long slot) {
    Slots slots = past.getOrDefault(step, Map.of()).get(sign);
    double value = Double.NaN;
    for (int back = 0; slots != null && Double.isNaN(value) && back <= step.late(); back++) {
      value = slots.mean(slot - back);
    }
    return value;
  }

  EngineTrail.Page page(long nowNanos) {
    Long at = last == null ? null : Long.valueOf(last.atNanos());
    return new EngineTrail.Page(
        upstream, address, state(nowNanos), at, values(nowNanos), miss, restarts);
  }

  private EngineTrail.State state(long nowNanos) {
    Seen seen = last;
    if (miss != null || seen == null) {
      return EngineTrail.State.MISSED;
    }
    if (turns.severalServers()) {
      return EngineTrail.State.SEVERAL_SERVERS;
    }
    return nowNanos - seen.atNanos() > STANDS_NANOS
        ? EngineTrail.State.STALE
        : EngineTrail.State.READ;
  }

  /// Returns the page's values: for gauges the value, for counters the increase since the page was
  /// first read. Empty while they are unknown.
  Map<Sign, Double> values(long nowNanos) {
    return state(nowNanos) == EngineTrail.State.READ ? said() : Map.of();
  }

  private Map<Sign, Double> said() {
    Seen seen = last;
    Map<Sign, Double> values = new EnumMap<>(Sign.class);
    if (seen != null) {
      for (Sign sign : seen.metrics().readings().keySet()) {
        values.put(sign, sign.kind() == Sign.Kind.GAUGE ? value(seen, sign) : grown(sign));
      }
    }
    return values;
  }

  /// Returns the shares that are still valid although a scrape has just missed the page. Without
  /// them the mean over all pages would jump for a moment, as if the other pages had changed.
  Map<Sign, Double> standing(long nowNanos) {
    Seen seen = last;
    boolean stands =
        seen != null && !turns.severalServers() && nowNanos - seen.atNanos() <= STANDS_NANOS;
    Map<Sign, Double> shares = stands ? said() : new EnumMap<>(Sign.class);
    shares.keySet().removeIf(sign -> !sign.averaged());
    return shares;
  }

  /// Returns the engine's name according to the page's last reading.
  String engine() {
    Seen seen = last;
    return seen == null ? "" : seen.metrics().engine();
  }

  /// Returns a counter's observed increase since the page was first read, even if the page cannot
  /// be read now; 0 if several servers answer at the address.
  double grown(Sign sign) {
    return turns.severalServers() ? 0 : grown.getOrDefault(sign, 0.0);
  }

  /// A ring of steps for one metric, each with the mean of its scrapes.
  private static final class Slots {
    private final long[] numbers;
    private final double[] sums;
    private final int[] looks;

    Slots(int kept) {
      numbers = new long[kept];
      Arrays.fill(numbers, Long.MIN_VALUE);
      sums = new double[kept];
      looks = new int[kept];
    }

    void add(long number, double value) {
      int at = place(number);
      if (numbers[at] != number) {
        numbers[at] = number;
        sums[at] = 0;
        looks[at] = 0;
      }
      sums[at] += value;
      looks[at]++;
    }

    double mean(long number) {
      int at = place(number);
      return numbers[at] == number ? sums[at] / looks[at] : Double.NaN;
    }

    private int place(long number) {
      return (int) Math.floorMod(number, (long) numbers.length);
    }
  }
}
