package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.client.MaskedUrl;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A CSV file of a power meter: lines of `time,watts` or `time,watts,device`, after an optional
/// header. The time is in seconds since 1970 or ISO 8601 in UTC.
final class PowerFile {
  static final String FORM = "time,watts or time,watts,device";

  private PowerFile() {}

  /// Reads a file. A last line without a terminator is still being written and is ignored.
  ///
  /// @param origin when the run's stamps are 0
  /// @throws BadSettingException naming file and line
  static List<Scrape.SuccessfulScrape> read(Path file, Instant origin) {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new BadSettingException(
          PowerSource.OPTION + ": there is no file " + MaskedUrl.query(file.toString()), e);
    } catch (IOException e) {
      throw new BadSettingException(PowerSource.OPTION + ": cannot read " + file, e);
    }
    List<String> lines = text.lines().toList();
    int whole = text.endsWith("\n") ? lines.size() : lines.size() - 1;
    Map<String, Long> lastByDevice = new TreeMap<>();
    List<Scrape.SuccessfulScrape> scrapes = new ArrayList<>();
    for (int i = 0; i < whole; i++) {
      String line = lines.get(i).strip();
      boolean header = i == 0 && line.startsWith("time");
      if (!line.isEmpty() && !header) {
        scrapes.add(scrape(file, i + 1, line, origin, lastByDevice));
      }
    }
    return scrapes;
  }

  private static Scrape.SuccessfulScrape scrape(
      Path file, int number, String line, Instant origin, Map<String, Long> lastByDevice) {
    String[] fields = line.split(",", -1);
    if (fields.length < 2 || fields.length > 3) {
      throw bad(file, number, "expected " + FORM + ", found \"" + line + "\"");
    }
    long nanos = nanos(file, number, fields[0].strip(), origin);
    double watts = number(fields[1].strip());
    if (!(watts >= 0) || Double.isInfinite(watts)) {
      throw bad(file, number, "watts must be a number of at least 0, not \"" + fields[1] + "\"");
    }
    String device = fields.length == 3 ? fields[2].strip() : "";
    Long before = lastByDevice.put(device, nanos);
    if (before != null && nanos <= before) {
      throw bad(
          file, number, "the time \"" + fields[0] + "\" is not after that of the line before");
    }
    TreeMap<String, Double> parts = new TreeMap<>(Map.of(device, watts));
    Map<EngineMetric, MetricReading> readings =
        Map.of(EngineMetric.METER_POWER, new MetricReading("watts", parts));
    return new Scrape.SuccessfulScrape(
        file.toString(), nanos, 0, new EngineReadings(readings, Double.NaN, 0));
  }

  private static long nanos(Path file, int number, String time, Instant origin) {
    double seconds = number(time);
    if (!Double.isNaN(seconds)) {
      double since = seconds - origin.getEpochSecond() - origin.getNano() / 1e9;
      return Math.round(since * 1e9);
    }
    try {
      Instant at = Instant.parse(time);
      return (at.getEpochSecond() - origin.getEpochSecond()) * 1_000_000_000
          + at.getNano()
          - origin.getNano();
    } catch (DateTimeException e) {
      throw bad(
          file,
          number,
          "the time must be in seconds since 1970 or like 2026-11-27T16:00:00.5Z, not \""
              + time
              + "\"");
    }
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private static BadSettingException bad(Path file, int line, String problem) {
    return new BadSettingException(file + ":" + line + ": " + problem);
  }
}
