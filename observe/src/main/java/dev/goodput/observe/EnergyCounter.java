package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.server.PowerFigures;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The electric energy of the devices of a gateway's upstreams, from scrapes as they come and
/// without an end. Thread-safe.
///
/// Counters of energy are exact between two readings, also across missed scrapes. Power is
/// integrated by trapezoids between readings that are at most 2.5 s apart. The time between two
/// readings of a counter that fell, and longer gaps between readings of power, are unknown. A
/// device that has both is read by its counter once that has grown.
///
/// A counter that has not grown for 90 s although its page answers belongs to an exporter that
/// hangs, as no device that is on uses no energy: its present power is unknown. An exporter that
/// reads its devices every 30 s repeats a value less often. The energy of this time counts once the
/// counter grows again.
public final class EnergyCounter {
  private static final double GAP_SECONDS = 2.5;

  /// Until when the last reading is the present power.
  private static final long FRESH_NANOS = 15_000_000_000L;

  /// For how long an exporter that works may repeat the value of a counter.
  private static final long REPEATED_NANOS = 90_000_000_000L;

  private final Map<String, SortedMap<String, Device>> devices = new LinkedHashMap<>();

  /// Adds a scrape. Those of one page must come in the order of time.
  ///
  /// @param upstream the configured name of the upstream that the devices belong to
  public synchronized void add(String upstream, Scrape scrape) {
    if (scrape instanceof SuccessfulScrape seen) {
      seen.metrics()
          .readings()
          .forEach((metric, reading) -> {
            if (metric == EngineMetric.GPU_ENERGY || metric == EngineMetric.CPU_ENERGY) {
              reading
                  .parts()
                  .forEach((part, joules) ->
                      device(upstream, seen, metric, part).joules(seen.atNanos(), joules));
            } else if (metric == EngineMetric.GPU_POWER) {
              reading
                  .parts()
                  .forEach((part, watts) ->
                      device(upstream, seen, metric, part).watts(seen.atNanos(), watts));
            }
          });
    }
  }

  private Device device(String upstream, SuccessfulScrape seen, EngineMetric metric, String part) {
    String kind = metric == EngineMetric.CPU_ENERGY ? " processor " : " ";
    return devices
        .computeIfAbsent(upstream, _ -> new TreeMap<>())
        .computeIfAbsent(seen.source() + kind + part, _ -> new Device());
  }

  /// Forgets the devices of all upstreams, because other sources are read from now on.
  public synchronized void clear() {
    devices.clear();
  }

  /// Returns the energy of each upstream that has a device.
  public synchronized List<PowerFigures> known(long nowNanos) {
    List<PowerFigures> known = new ArrayList<>();
    devices.forEach((upstream, all) -> known.add(figures(upstream, all, nowNanos)));
    return known;
  }

  private static PowerFigures figures(
      String upstream, SortedMap<String, Device> devices, long nowNanos) {
    double joules = 0;
    double known = Double.POSITIVE_INFINITY;
    double unknown = 0;
    double watts = 0;
    for (Device device : devices.values()) {
      Series best = device.best();
      joules += best.joules;
      known = Math.min(known, best.knownSeconds);
      unknown = Math.max(unknown, best.unknownSeconds);
      watts += device.presentWatts(nowNanos);
    }
    return new PowerFigures(
        upstream,
        joules,
        known,
        unknown,
        Double.isNaN(watts) ? null : Double.valueOf(watts),
        devices.size());
  }

  /// One GPU or processor.
  private static final class Device {
    private final Series counter = new Series();
    private final Series power = new Series();
    private boolean counting;

    void joules(long nanos, double joules) {
      if (counter.last != null && joules == counter.last.value()) {
        counter.seenNanos = nanos; // An exporter repeats what it read before.
        return;
      }
      if (!counting) {
        // The first value may be as old as an exporter's period, so counting starts at the next.
        counting = counter.last != null;
        counter.next(nanos, joules);
        return;
      }
      double seconds = counter.secondsTo(nanos);
      double grown = counter.last == null ? 0 : joules - counter.last.value();
      counter.add(grown, seconds, grown < 0);
      counter.watts = grown > 0 && seconds > 0 ? grown / seconds : counter.watts;
      counter.next(nanos, joules);
    }

    void watts(long nanos, double watts) {
      double seconds = power.secondsTo(nanos);
      double before = power.last == null ? watts : power.last.value();
      power.add((before + watts) / 2 * seconds, seconds, seconds > GAP_SECONDS);
      power.watts = watts;
      power.next(nanos, watts);
    }

    Series best() {
      return counter.joules > 0 ? counter : power;
    }

    /// Returns its power at a moment; NaN if it is unknown.
    double presentWatts(long nowNanos) {
      if (best() == counter && counter.repeatedNanos() >= REPEATED_NANOS) {
        return Double.NaN;
      }
      Series series = power.last == null ? counter : power;
      return series.last != null && nowNanos - series.seenNanos <= FRESH_NANOS
          ? series.watts
          : Double.NaN;
    }
  }

  private record Reading(long nanos, double value) {}

  /// The readings of a counter or of a power so far.
  private static final class Series {
    private @Nullable Reading last;
    private long seenNanos;
    private double watts = Double.NaN;
    private double joules;
    private double knownSeconds;
    private double unknownSeconds;

    double secondsTo(long nanos) {
      return last == null ? 0 : Math.max(0, nanos - last.nanos()) / 1e9;
    }

    /// Returns how long the value has been unchanged, in nanoseconds.
    long repeatedNanos() {
      return last == null ? 0 : seenNanos - last.nanos();
    }

    void add(double energy, double seconds, boolean unknown) {
      joules += unknown ? 0 : energy;
      knownSeconds += unknown ? 0 : seconds;
      unknownSeconds += unknown ? seconds : 0;
    }

    void next(long nanos, double value) {
      last = new Reading(nanos, value);
      seenNanos = nanos;
    }
  }
}
