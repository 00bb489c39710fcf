package dev.goodput.observe;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.FailureReason;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// A parser of one line of JSON into a scrape. Unknown members are ignored.
final class ScrapeLineParser {
  private final JsonParser json;
  private final Map<EngineMetric, MetricReading> readings = new EnumMap<>(EngineMetric.class);
  private @Nullable Long atNanos;
  private @Nullable String source;
  private @Nullable FailureReason missed;
  private String words = "";
  private double startedSeconds = Double.NaN;
  private int unreadableLines;
  private long tookNanos;
  private boolean seen;

  private ScrapeLineParser(JsonParser json) {
    this.json = json;
  }

  /// Parses a line; returns null if it is incomplete or not a scrape.
  static @Nullable Scrape read(String line) {
    try (JsonParser json = ScrapeJson.FACTORY.createParser(ObjectReadContext.empty(), line)) {
      return json.nextToken() == JsonToken.START_OBJECT
          ? new ScrapeLineParser(json).scrape()
          : null;
    } catch (JacksonException | IllegalArgumentException e) {
      // Torn or damaged; the caller counts it.
      return null;
    }
  }

  private @Nullable Scrape scrape() {
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      JsonToken _ = json.nextToken();
      member(name);
    }
    Long at = atNanos;
    String page = source;
    FailureReason why = missed;
    boolean whole = json.nextToken() == null && at != null && page != null && seen != (why != null);
    if (!whole || at == null || page == null) {
      return null;
    }
    return why == null
        ? new SuccessfulScrape(
            page, at, tookNanos, new EngineReadings(readings, startedSeconds, unreadableLines))
        : new FailedScrape(page, at, why, words);
  }

  private void member(String name) {
    switch (name) {
      case "at_ns" -> atNanos = json.getLongValue();
      case "took_ns" -> tookNanos = json.getLongValue();
      case "source" -> source = json.getString();
      case "missed" -> missed = FailureReason.of(json.getString());
      case "words" -> words = json.getString();
      case "started_s" -> startedSeconds = json.getDoubleValue();
      case "unreadable_lines" -> unreadableLines = json.getIntValue();
      case "signs" -> signs();
      default -> json.skipChildren();
    }
  }

  private void signs() {
    seen = true;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      Optional<EngineMetric> metric = metric(json.currentName());
      JsonToken _ = json.nextToken();
      MetricReading reading = reading();
      metric.ifPresent(known -> readings.put(known, reading));
    }
  }

  private static Optional<EngineMetric> metric(String key) {
    return Arrays.stream(EngineMetric.values())
        .filter(each -> each.names().key().equals(key))
        .findFirst();
  }

  private MetricReading reading() {
    String metric = "";
    TreeMap<String, Double> parts = new TreeMap<>();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      JsonToken _ = json.nextToken();
      switch (name) {
        case "metric" -> metric = json.getString();
        case "parts" -> parts(parts);
        default -> json.skipChildren();
      }
    }
    return new MetricReading(metric, parts);
  }

  private void parts(Map<String, Double> parts) {
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String part = json.currentName();
      JsonToken _ = json.nextToken();
      parts.put(part, json.getDoubleValue());
    }
  }
}
