package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.EnergyUse.Device;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Electric energy over a window of the run, from scrapes in one pass.
///
/// Counters of energy are exact between two readings; power is integrated by trapezoids. A device
/// that has both uses its counter. Confined to one thread.
final class EnergyMeter {
  private static final List<EngineMetric> COUNTERS =
      List.of(EngineMetric.GPU_ENERGY, EngineMetric.CPU_ENERGY);
  private static final List<EngineMetric> GAUGES =
      List.of(EngineMetric.GPU_POWER, EngineMetric.METER_POWER);

  /// A longer time between two readings is a gap: scrapes are a second apart.
  private static final double GAP_NANOS = 2.5e9;

  /// The share of a window that must be known.
  private static final double ENOUGH = 0.9;

  /// The shortest known time for an idle power, in nanoseconds.
  private static final double IDLE_NANOS = 2e9;

  private final TimeRange window;
  private final SortedMap<String, Tracks> devices = new TreeMap<>();

  EnergyMeter(TimeRange window) {
    this.window = window;
  }

  /// Adds a scrape. Those of one page must come in the order of time, with those outside the
  /// window.
  void add(Scrape scrape) {
    if (!(scrape instanceof SuccessfulScrape seen)) {
      return;
    }
    Map<EngineMetric, MetricReading> readings = seen.metrics().readings();
    COUNTERS.forEach(metric -> add(seen, metric, true, readings.get(metric)));
    GAUGES.forEach(metric -> add(seen, metric, false, readings.get(metric)));
  }

  private void add(
      SuccessfulScrape seen,
      EngineMetric metric,
      boolean counter,
      @Nullable MetricReading reading) {
    if (reading == null) {
      return;
    }
    String kind = metric == EngineMetric.CPU_ENERGY ? " processor " : " ";
    reading
        .parts()
        .forEach((part, value) -> {
          String name = (seen.source() + kind + part).strip();
          Tracks device = devices.computeIfAbsent(name, _ -> new Tracks(window));
          Track track = counter ? device.energy : device.power;
          track.metric = reading.source();
          if (counter) {
            track.joules(seen.atNanos(), value);
          } else {
            track.watts(seen.atNanos(), value);
          }
        });
  }

  /// Returns the energy; null without a device.
  @Nullable EnergyUse use(@Nullable Double idleWatts) {
    List<Device> known = new ArrayList<>();
    String problem = "";
    for (Map.Entry<String, Tracks> each : devices.entrySet()) {
      Device device = each.getValue().device(each.getKey());
      known.add(device);
      if (problem.isEmpty() && device.covered() < ENOUGH) {
        problem =
            String.format(
                Locale.ROOT,
                "the power of %s is known for %.0f %% of the window",
                device.name(),
                100 * device.covered());
      }
    }
    return known.isEmpty() ? null : new EnergyUse(known, window.nanos() / 1e9, idleWatts, problem);
  }

  /// Returns the mean power of all devices, however much of the window is known; null if less than
  /// two seconds of a device are.
  @Nullable Double idleWatts() {
    double watts = 0;
    for (Tracks device : devices.values()) {
      Track track = device.best();
      if (track.insideNanos < IDLE_NANOS) {
        return null;
      }
      watts += track.meanWatts();
    }
    return devices.isEmpty() ? null : Double.valueOf(watts);
  }

  /// What one device reports: its counter of energy, its power, or both.
  private static final class Tracks {
    private final Track energy;
    private final Track power;

    Tracks(TimeRange window) {
      energy = new Track(window);
      power = new Track(window);
    }

    Track best() {
      energy.close();
      return energy.covered() >= ENOUGH || energy.covered() >= power.covered() ? energy : power;
    }

    Device device(String name) {
      Track best = best();
      return new Device(
          name,
          best.metric,
          best.meanWatts(),
          Math.max(0, best.covered()),
          best.gapNanos / 1e9,
          best.resets);
    }
  }

  /// One series of readings over the window.
  private static final class Track {
    private final TimeRange window;
    private String metric = "";
    private boolean begun;
    private long lastNanos;
    private double last;
    private double joules;

    /// Time in the window between two readings.
    private double insideNanos;

    /// The part of it that is in gaps.
    private double gapNanos;

    /// The part of the window in which a counter fell, until the power after it is known.
    private double openNanos;

    private double powerBefore = Double.NaN;
    private int resets;

    Track(TimeRange window) {
      this.window = window;
    }

    /// Adds a counter's value. A repeated one is what an exporter read before, so it is ignored.
    void joules(long nanos, double value) {
      if (begun && value == last) {
        return;
      }
      WindowOverlap span = step(nanos);
      double inside = span.insideNanos();
      if (begun && value < last) {
        openNanos += inside;
        resets += inside > 0 ? 1 : 0;
      } else if (begun && nanos > lastNanos) {
        double power = (value - last) / (nanos - lastNanos);
        fill(Double.isNaN(powerBefore) ? power : (powerBefore + power) / 2);
        joules += power * inside;
        insideNanos += inside;
        powerBefore = power;
        boolean edge = span.share() < 1;
        gapNanos += edge && span.nanos() > GAP_NANOS ? inside : 0;
      }
      begin(nanos, value);
    }

    /// Adds a power.
    void watts(long nanos, double value) {
      WindowOverlap span = step(nanos);
      if (begun && span.share() > 0) {
        double middle = (span.begin() + span.end()) / 2;
        joules += (last + (value - last) * middle) * span.insideNanos() / 1e9;
        insideNanos += span.insideNanos();
        gapNanos += span.nanos() > GAP_NANOS ? span.insideNanos() : 0;
      }
      begin(nanos, value);
    }

    private WindowOverlap step(long nanos) {
      return begun ? WindowOverlap.of(lastNanos, nanos, window) : WindowOverlap.NONE;
    }

    private void begin(long nanos, double value) {
      begun = true;
      lastNanos = nanos;
      last = value;
    }

    /// Fills the time in which a counter fell with a power, in joules per nanosecond.
    private void fill(double power) {
      joules += power * openNanos;
      insideNanos += openNanos;
      openNanos = 0;
    }

    void close() {
      if (!Double.isNaN(powerBefore)) {
        fill(powerBefore);
      }
    }

    double meanWatts() {
      return insideNanos == 0 ? 0 : joules / (insideNanos / 1e9);
    }

    double covered() {
      return (insideNanos - gapNanos) / window.nanos();
    }
  }
}
