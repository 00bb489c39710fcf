package dev.goodput.observe;

import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import java.io.StringWriter;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/// The JSON form of a scrape, one line: ASCII only, so that a torn line is recognizable by its
/// form.
final class ScrapeJson {
  /// The format version, in the file's first line, which also names the run.
  static final int VERSION = 1;

  static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private ScrapeJson() {}

  /// Returns the first line, without its terminator.
  static String head(String run) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("server_metrics", VERSION);
      json.writeStringProperty("run", run);
      json.writeEndObject();
    }
    return text.toString();
  }

  /// Returns a scrape as a line, without its terminator.
  static String write(Scrape observation) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("at_ns", observation.atNanos());
      json.writeStringProperty("source", observation.source());
      switch (observation) {
        case SuccessfulScrape seen -> {
          json.writeNumberProperty("took_ns", seen.tookNanos());
          write(seen.metrics(), json);
        }
        case FailedScrape missed -> {
          json.writeStringProperty("missed", missed.why().key());
          json.writeStringProperty("words", missed.words());
        }
      }
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void write(EngineReadings metrics, JsonGenerator json) {
    if (!Double.isNaN(metrics.startedSeconds())) {
      json.writeNumberProperty("started_s", metrics.startedSeconds());
    }
    json.writeNumberProperty("unreadable_lines", metrics.unreadableLines());
    json.writeObjectPropertyStart("signs");
    metrics
        .readings()
        .forEach((metric, reading) -> {
          json.writeObjectPropertyStart(metric.names().key());
          json.writeStringProperty("metric", reading.source());
          json.writeObjectPropertyStart("parts");
          for (Map.Entry<String, Double> part : reading.parts().entrySet()) {
            json.writeNumberProperty(part.getKey(), part.getValue());
          }
          json.writeEndObject();
          json.writeEndObject();
        });
    json.writeEndObject();
  }
}
