package dev.goodput.observe;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The electric energy that devices used in a window of a run.
///
/// @param devices GPUs, processors and meters, in the order of their names; at least one
/// @param seconds length of the window
/// @param idleWatts mean power of all devices before the run's first request; null if unknown
/// @param problem why the energy of the window is unknown; empty if it is known
public record EnergyUse(
    List<Device> devices, double seconds, @Nullable Double idleWatts, String problem) {
  /// Copies the devices.
  public EnergyUse {
    devices = List.copyOf(devices);
  }

  /// The energy of one device.
  ///
  /// @param name the address of its page, or its file, and its labels there
  /// @param metric the metric that it was read from
  /// @param watts mean power over the time for which it is known
  /// @param covered share of the window for which it is known
  /// @param gapSeconds time in the window without a reading, bridged by a straight line
  /// @param resets how often its counter fell; the power around it fills these intervals
  public record Device(
      String name, String metric, double watts, double covered, double gapSeconds, int resets) {}

  /// Reads a run's file of scrapes. A missing file has none.
  ///
  /// @param levels in the order in which they ran
  /// @param sources the pages and files to read energy from; empty for all
  /// @return the energy in the window of each level; empty without a device that reports any
  /// @throws MetricsFileException as for [RunMetrics#read]
  public static List<Optional<EnergyUse>> read(
      Path file, List<LevelTime> levels, Set<String> sources) {
    long begin = levels.isEmpty() ? 0 : levels.getFirst().beginNanos();
    EnergyMeter idle = new EnergyMeter(TimeRange.of(0, begin));
    List<EnergyMeter> windows = new ArrayList<>();
    for (LevelTime level : levels) {
      windows.add(new EnergyMeter(TimeRange.of(level.windowBeginNanos(), level.windowEndNanos())));
    }
    int _ =
        MetricsFile.read(
            file,
            scrape -> {
              if (sources.isEmpty() || sources.contains(scrape.source())) {
                idle.add(scrape);
                windows.forEach(each -> each.add(scrape));
              }
            });
    Double idleWatts = idle.idleWatts();
    return windows.stream().map(each -> Optional.ofNullable(each.use(idleWatts))).toList();
  }

  /// Returns the mean power of all devices, in watts; null if it is unknown for one of them.
  public @Nullable Double watts() {
    return problem.isEmpty()
        ? Double.valueOf(devices.stream().mapToDouble(Device::watts).sum())
        : null;
  }

  /// Returns the energy of all devices, in joules; null if it is unknown for one of them.
  public @Nullable Double joules() {
    Double watts = watts();
    return watts == null ? null : Double.valueOf(watts * seconds);
  }

  /// Returns how often a counter fell in the window.
  public int resets() {
    return devices.stream().mapToInt(Device::resets).sum();
  }

  /// Returns the longest time in the window without a reading of a device, in seconds.
  public double gapSeconds() {
    return devices.stream().mapToDouble(Device::gapSeconds).max().orElse(0);
  }
}
