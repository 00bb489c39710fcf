package dev.goodput.observe;

import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.ServiceObservation.Energy;
import dev.goodput.observe.ServiceObservation.Engine;
import dev.goodput.observe.ServiceObservation.Event;
import java.io.StringWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;

/// The JSON form of a [ServiceObservation], one line. Unknown members are ignored.
final class ServiceLine {
  private ServiceLine() {}

  static String write(ServiceObservation observation) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json =
        ScrapeJson.FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeStringProperty("at", observation.at().truncatedTo(ChronoUnit.MILLIS).toString());
      switch (observation) {
        case Event event -> {
          json.writeStringProperty("event", event.kind());
          json.writeStringProperty("source", event.source());
          json.writeStringProperty("detail", event.detail());
        }
        case Energy energy -> {
          json.writeStringProperty("upstream", energy.upstream());
          json.writeNumberProperty("energy_j", energy.joules());
          json.writeNumberProperty("known_s", energy.knownSeconds());
        }
        case Engine engine -> {
          if (!engine.pages().isEmpty()) {
            json.writeStringProperty("pages", String.join(" ", engine.pages()));
          }
          write(engine.figures(), json);
        }
      }
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void write(EngineFigures figures, JsonGenerator json) {
    json.writeStringProperty("upstream", figures.upstream());
    json.writeStringProperty("engine", figures.engine());
    json.writeNumberProperty("kv_pages", figures.kvPages());
    json.writeNumberProperty("restarts", figures.restarts());
    json.writeObjectPropertyStart("values");
    figures
        .values()
        .forEach((metric, value) -> {
          if (Double.isFinite(value)) {
            json.writeNumberProperty(metric.names().key(), value);
          }
        });
    json.writeEndObject();
  }

  /// Returns the observation of a line; null if it is torn, damaged or of an unknown form.
  static @Nullable ServiceObservation read(String line) {
    try (JsonParser json = ScrapeJson.FACTORY.createParser(ObjectReadContext.empty(), line)) {
      return json.nextToken() == JsonToken.START_OBJECT ? members(json) : null;
    } catch (JacksonException | DateTimeException e) {
      return null; // An unreadable line is skipped, as the documented form allows.
    }
  }

  private static @Nullable ServiceObservation members(JsonParser json) {
    Map<String, String> texts = new HashMap<>();
    Map<EngineMetric, Double> values = new EnumMap<>(EngineMetric.class);
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      JsonToken token = json.nextToken();
      if (name.equals("values") && token == JsonToken.START_OBJECT) {
        values(json, values);
      } else if (token.isScalarValue()) {
        texts.put(name, json.getString());
      } else {
        json.skipChildren();
      }
    }
    boolean whole = json.nextToken() == null && texts.containsKey("at");
    return whole ? observation(texts, values) : null;
  }

  private static @Nullable ServiceObservation observation(
      Map<String, String> texts, Map<EngineMetric, Double> values) {
    Instant at = Instant.parse(texts.getOrDefault("at", ""));
    String kind = texts.get("event");
    if (kind != null) {
      return new Event(
          at, kind, texts.getOrDefault("source", ""), texts.getOrDefault("detail", ""));
    }
    String upstream = texts.get("upstream");
    if (upstream != null && texts.containsKey("energy_j")) {
      return new Energy(at, upstream, number(texts.get("energy_j")), number(texts.get("known_s")));
    }
    return upstream == null
        ? null
        : new Engine(
            at,
            new EngineFigures(
                0,
                upstream,
                texts.getOrDefault("engine", ""),
                count(texts.get("kv_pages")),
                count(texts.get("restarts")),
                values),
            pages(texts.getOrDefault("pages", "")));
  }

  private static double number(@Nullable String text) {
    return text != null && text.matches("\\d+(\\.\\d+)?([eE][-+]?\\d+)?")
        ? Double.parseDouble(text)
        : 0;
  }

  private static List<String> pages(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }

  private static int count(@Nullable String text) {
    return text != null && text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
  }

  private static void values(JsonParser json, Map<EngineMetric, Double> values) {
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      if (json.nextToken().isNumeric()) {
        double value = json.getDoubleValue();
        Arrays.stream(EngineMetric.values())
            .filter(each -> each.names().key().equals(key))
            .forEach(metric -> values.put(metric, value));
      } else {
        json.skipChildren();
      }
    }
  }
}
