package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.FailureReason;
import dev.goodput.wire.NanoClock;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A reader of the energy counters of this machine's processors, from Linux' powercap interface
/// (`/sys/class/powercap/intel-rapl:0/energy_uj`, which AMD processors have, too).
///
/// It reads packages and their memory. Cores are a part of the package, and `intel-rapl-mmio` is
/// the same counter again. A counter wraps at `max_energy_range_uj`; what it returns does not.
final class RaplReader implements PageScraper {
  private static final double MICRO = 1e-6;

  private final Path root;
  private final NanoClock clock;
  private final long originNanoTime;
  private final Map<Path, Long> lastMicrojoules = new HashMap<>();
  private final Map<Path, Long> wrappedMicrojoules = new HashMap<>();

  RaplReader(NanoClock clock, long originNanoTime) {
    this(Path.of("/sys/class/powercap"), clock, originNanoTime);
  }

  RaplReader(Path root, NanoClock clock, long originNanoTime) {
    this.root = root;
    this.clock = clock;
    this.originNanoTime = originNanoTime;
  }

  @Override
  public Scrape read() {
    long begin = now();
    try {
      TreeMap<String, Double> joules = new TreeMap<>();
      for (Path zone : zones()) {
        joules.put(zone.getFileName().toString(), microjoules(zone) * MICRO);
      }
      if (joules.isEmpty()) {
        return missed("there is no intel-rapl zone in " + root);
      }
      MetricReading reading = new MetricReading("energy_uj", joules);
      Map<EngineMetric, MetricReading> readings = Map.of(EngineMetric.CPU_ENERGY, reading);
      long end = now();
      return new Scrape.SuccessfulScrape(
          PowerSource.RAPL,
          begin + (end - begin) / 2,
          end - begin,
          new EngineReadings(readings, Double.NaN, 0));
    } catch (AccessDeniedException e) {
      return missed("no permission to read " + e.getFile() + "; only root may, by default");
    } catch (IOException | NumberFormatException e) {
      return missed(String.valueOf(e.getMessage()));
    }
  }

  private List<Path> zones() throws IOException {
    List<Path> zones = new ArrayList<>();
    if (Files.isDirectory(root)) {
      try (Stream<Path> all = Files.list(root)) {
        for (Path zone : all.sorted().toList()) {
          if (zone.getFileName().toString().startsWith("intel-rapl:")) {
            String name = Files.readString(zone.resolve("name")).strip();
            if (name.startsWith("package") || name.equals("dram")) {
              zones.add(zone);
            }
          }
        }
      }
    }
    return zones;
  }

  private long microjoules(Path zone) throws IOException {
    long now = number(zone.resolve("energy_uj"));
    long before = lastMicrojoules.getOrDefault(zone, now);
    if (now < before) {
      // The counter runs from 0 to the largest value, both included.
      wrappedMicrojoules.merge(zone, number(zone.resolve("max_energy_range_uj")) + 1, Long::sum);
    }
    lastMicrojoules.put(zone, now);
    return now + wrappedMicrojoules.getOrDefault(zone, 0L);
  }

  private static long number(Path file) throws IOException {
    return Long.parseLong(Files.readString(file).strip());
  }

  private long now() {
    return clock.nanoTime() - originNanoTime;
  }

  private FailedScrape missed(String words) {
    return new FailedScrape(PowerSource.RAPL, now(), FailureReason.UNREADABLE, words);
  }

  @Override
  public FailedScrape abandoned(Duration waited) {
    return missed("not read within " + waited.toMillis() + " ms when the run ended");
  }

  @Override
  public void close() {}
}
