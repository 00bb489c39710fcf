package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.EnergyUse.Device;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Electric energy over a window of the run, from scrapes in one pass.
///
/// Counters of energy are exact between two readings; power is integrated by trapezoids. A device
/// that has both uses its counter. Exporters may repeat values that they read long before, some for
/// 30 s: such repeats are no readings. Confined to one thread.
final class EnergyMeter {
  private static final List<EngineMetric> COUNTERS =
      List.of(EngineMetric.GPU_ENERGY, EngineMetric.CPU_ENERGY);
  private static final List<EngineMetric> GAUGES =
      List.of(EngineMetric.GPU_POWER, EngineMetric.METER_POWER);

  /// A longer time between two readings of a page is a gap: scrapes are a second apart. In a file,
  /// a gap is longer than this many seconds and this many times the usual time between its lines.
  private static final double GAP = 2.5;

  private static final double GAP_NANOS = GAP * 1e9;

  /// How many pairs of changes within a gap's length show that an exporter reads its device each
  /// time, so that an unchanged value is a constant one. One pair may be a restart.
  private static final int LIVE_CHANGES = 2;

  /// The share of a window that must be known.
  private static final double ENOUGH = 0.9;

  /// The shortest known time for an idle power, in nanoseconds.
  private static final double IDLE_NANOS = 2e9;

  private final TimeRange window;
  private final SortedMap<String, Tracks> devices = new TreeMap<>();

  /// By the address of the page.
  private final Map<String, Failures> failures = new HashMap<>();

  /// Failed scrapes of a page in the window.
  ///
  /// @param words what happened the first time
  private record Failures(int count, String words) {
    Failures plus(Failures later) {
      return new Failures(count + later.count, words);
    }

    String reason() {
      return "; %d %s failed: %s".formatted(count, count == 1 ? "scrape" : "scrapes", words);
    }
  }

  EnergyMeter(TimeRange window) {
    this.window = window;
  }

  /// Adds a scrape. Those of one page must come in the order of time, with those outside the
  /// window.
  void add(Scrape scrape) {
    if (scrape instanceof FailedScrape failed && window.holds(failed)) {
      failures.merge(failed.source(), new Failures(1, failed.words()), Failures::plus);
    }
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
          Tracks device = devices.computeIfAbsent(name, _ -> new Tracks(seen.source(), window));
          Track track = counter ? device.energy : device.power;
          track.metric = reading.source();
          if (counter) {
            track.joules(seen.atNanos(), value);
          } else {
            boolean file = metric == EngineMetric.METER_POWER;
            track.watts(seen.atNanos(), value, file, device.energy.changedAt(seen.atNanos()));
          }
        });
  }

  /// Returns the energy; null without a device.
  @Nullable EnergyUse use(@Nullable Double idleWatts) {
    List<Device> known = new ArrayList<>();
    String problem = "";
    for (Map.Entry<String, Tracks> each : devices.entrySet()) {
      Usage best = each.getValue().best();
      Device device = best.device(each.getKey());
      known.add(device);
      if (problem.isEmpty() && device.covered() < ENOUGH) {
        problem =
            String.format(
                Locale.ROOT,
                "the power of %s is known for %.0f %% of the window%s%s",
                device.name(),
                100 * device.covered(),
                best.track.reason(),
                Optional.ofNullable(failures.get(each.getValue().source))
                    .map(Failures::reason)
                    .orElse(""));
      }
    }
    return known.isEmpty() ? null : new EnergyUse(known, window.nanos() / 1e9, idleWatts, problem);
  }

  /// Returns the mean power of all devices, however much of the window is known; null if less than
  /// two seconds of a device are.
  @Nullable Double idleWatts() {
    double watts = 0;
    for (Tracks device : devices.values()) {
      Usage best = device.best();
      double known = best.insideNanos - best.gapNanos;
      if (known < IDLE_NANOS) {
        return null;
      }
      watts += (best.joules - best.gapJoules) / (known / 1e9);
    }
    return devices.isEmpty() ? null : Double.valueOf(watts);
  }

  /// What one device reports: its counter of energy, its power, or both.
  private static final class Tracks {
    private final String source;
    private final Track energy;
    private final Track power;

    Tracks(String source, TimeRange window) {
      this.source = source;
      energy = new Track(window);
      power = new Track(window);
    }

    Usage best() {
      Usage counted = energy.counted();
      if (counted.covered() >= ENOUGH) {
        return counted;
      }
      Usage integrated = power.integrated(!energy.grew() && power.live());
      return counted.covered() >= integrated.covered() && !energy.metric.isEmpty()
          ? counted
          : integrated;
    }
  }

  /// A value as it was read.
  ///
  /// @param old whether the exporter may have read it long before: a repeat, or the first value of
  ///   a counter
  private record Reading(long nanos, double value, boolean old) {}

  /// One series of readings: those of the window with one neighbor on each side, and how often the
  /// values changed in the whole run.
  private static final class Track {
    private final TimeRange window;
    private final List<Reading> readings = new ArrayList<>();
    private String metric = "";
    private double last = Double.NaN;
    private long lastNanos;
    private long changedNanos;
    private int changes;
    private int quickChanges;
    private long longestNanos;

    /// The times between the lines of a file; empty for a page.
    private final List<Long> intervals = new ArrayList<>();

    Track(TimeRange window) {
      this.window = window;
    }

    /// Adds a counter's value. A repeated one is what an exporter read before, so it is ignored.
    void joules(long nanos, double value) {
      boolean first = Double.isNaN(last);
      if (follow(nanos, value)) {
        keep(new Reading(nanos, value, first));
      }
    }

    /// Adds a power.
    ///
    /// @param file whether it is a line of a file, which no exporter repeats
    /// @param counted whether the device's counter changed with it
    void watts(long nanos, double value, boolean file, boolean counted) {
      if (file && !Double.isNaN(last)) {
        intervals.add(nanos - lastNanos);
      }
      boolean changed = follow(nanos, value);
      keep(new Reading(nanos, value, !changed && !file && !counted));
    }

    /// Returns whether the value is a new one.
    private boolean follow(long nanos, double value) {
      boolean first = Double.isNaN(last);
      boolean changed = value != last;
      if (!first) {
        longestNanos = Math.max(longestNanos, nanos - changedNanos);
        quickChanges += changed && changes > 0 && nanos - changedNanos <= GAP_NANOS ? 1 : 0;
        changes += changed ? 1 : 0;
      }
      changedNanos = changed ? nanos : changedNanos;
      last = value;
      lastNanos = nanos;
      return changed;
    }

    private void keep(Reading now) {
      if (!readings.isEmpty()) {
        if (readings.getLast().nanos() >= window.toNanos()) {
          return;
        }
        if (now.nanos() <= window.fromNanos()) {
          readings.clear();
        }
      }
      readings.add(now);
    }

    boolean changedAt(long nanos) {
      return grew() && changedNanos == nanos;
    }

    boolean grew() {
      return changes > 0;
    }

    /// Returns whether the exporter was seen to read its device at every scrape.
    boolean live() {
      return quickChanges >= LIVE_CHANGES;
    }

    /// Returns why readings may be too rare for the window.
    String reason() {
      if (!intervals.isEmpty()) {
        double usual = medianIntervalNanos();
        return usual <= GAP_NANOS ? "" : seconds("; its lines are %.0f s apart", usual);
      }
      return live() || longestNanos <= GAP_NANOS
          ? ""
          : seconds("; its exporter repeated values for up to %.0f s", (double) longestNanos);
    }

    private static String seconds(String text, double nanos) {
      return String.format(Locale.ROOT, text, nanos / 1e9);
    }

    /// Returns the median time between two lines of a file.
    private double medianIntervalNanos() {
      return intervals.stream().sorted().skip(intervals.size() / 2).findFirst().orElse(0L);
    }

    /// Returns the energy by differences of the counter.
    Usage counted() {
      Usage usage = new Usage(this);
      readings(live()).forEach(usage::joules);
      usage.close();
      return usage;
    }

    /// Returns the energy by trapezoids of the power.
    ///
    /// @param repeats whether repeated values are readings, too
    Usage integrated(boolean repeats) {
      Usage usage = new Usage(this);
      double gap = Math.max(GAP_NANOS, GAP * medianIntervalNanos());
      readings(repeats).forEach(reading -> usage.watts(reading, gap));
      return usage;
    }

    private List<Reading> readings(boolean old) {
      return readings.stream().filter(each -> old || !each.old()).toList();
    }
  }

  /// The energy of one series over the window.
  private static final class Usage {
    private final Track track;
    private final TimeRange window;
    private @Nullable Reading last;
    private double joules;

    /// Time in the window between two readings.
    private double insideNanos;

    /// The part of it that is in gaps, and its energy.
    private double gapNanos;

    private double gapJoules;

    /// The part of the window in which a counter fell, until the power after it is known.
    private double openNanos;

    private double powerBefore = Double.NaN;
    private int resets;

    Usage(Track track) {
      this.track = track;
      this.window = track.window;
    }

    void joules(Reading now) {
      Reading before = last;
      last = now;
      if (before == null || now.nanos() <= before.nanos()) {
        return;
      }
      WindowOverlap span = WindowOverlap.of(before.nanos(), now.nanos(), window);
      double inside = span.insideNanos();
      if (now.value() < before.value()) {
        openNanos += inside;
        resets += inside > 0 ? 1 : 0;
      } else {
        double power = (now.value() - before.value()) / (now.nanos() - before.nanos());
        fill(Double.isNaN(powerBefore) ? power : (powerBefore + power) / 2);
        powerBefore = power;
        boolean edge = span.share() < 1;
        add(inside, power * inside, edge && span.nanos() > GAP_NANOS);
      }
    }

    /// @param gap the longest time between two readings that is no gap
    void watts(Reading now, double gap) {
      Reading before = last;
      last = now;
      if (before == null) {
        return;
      }
      WindowOverlap span = WindowOverlap.of(before.nanos(), now.nanos(), window);
      double middle = (span.begin() + span.end()) / 2;
      double watts = before.value() + (now.value() - before.value()) * middle;
      add(span.insideNanos(), watts * span.insideNanos() / 1e9, span.nanos() > gap);
    }

    private void add(double nanos, double energy, boolean gap) {
      insideNanos += nanos;
      joules += energy;
      gapNanos += gap ? nanos : 0;
      gapJoules += gap ? energy : 0;
    }

    /// Fills the time in which a counter fell with a power, in joules per nanosecond.
    private void fill(double power) {
      add(openNanos, power * openNanos, false);
      openNanos = 0;
    }

    void close() {
      if (!Double.isNaN(powerBefore)) {
        fill(powerBefore);
      }
    }

    double covered() {
      return (insideNanos - gapNanos) / window.nanos();
    }

    Device device(String name) {
      double watts = insideNanos == 0 ? 0 : joules / (insideNanos / 1e9);
      double covered = Math.max(0, covered());
      return new Device(name, track.metric, watts, covered, gapNanos / 1e9, resets);
    }
  }
}
