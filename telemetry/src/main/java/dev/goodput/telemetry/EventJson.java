package dev.goodput.telemetry;

import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.record.Stamps;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The JSON form of events, for stores that do not read the binary form: one flat object per event.
/// Times are in UTC, latencies in nanoseconds; undefined values are missing.
public final class EventJson {
  private static final JsonFactory JSON = new JsonFactory();

  private EventJson() {}

  /// Returns the JSON object of an event, on one line.
  public static String write(RequestEvent event) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("version", EventCodec.MAJOR);
      json.writeNumberProperty("ended_us", event.endedMicros());
      json.writeStringProperty(
          "ended", Instant.EPOCH.plus(event.endedMicros(), ChronoUnit.MICROS).toString());
      json.writeNumberProperty("residence_ns", event.residenceNanos());
      labels(event, json);
      latency("ttft_ns", event.ttftNanos(), json);
      latency("generation_ns", event.generationNanos(), json);
      latency("e2el_ns", event.e2elNanos(), json);
      tokens(event.tokens(), json);
      result(event.result(), json);
      count("cost_nanos", event.costNanos(), json);
      verdict(event, json);
      EventWait wait = event.waitEnded();
      if (wait != null) {
        json.writeStringProperty("wait_ended", wait.name().toLowerCase(Locale.ROOT));
      }
      reading(event.reading(), json);
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void reading(@Nullable EventReading reading, JsonGenerator json) {
    if (reading != null) {
      json.writeNumberProperty("stalls", reading.stalls());
      json.writeNumberProperty("stutters", reading.stutters());
      json.writeNumberProperty("stall_us", reading.stallMicros());
      json.writeNumberProperty("longest_stall_ns", reading.longestStallNanos());
      json.writeNumberProperty("reading_us", reading.readingMicros());
    }
  }

  private static void labels(RequestEvent event, JsonGenerator json) {
    TrafficLabels labels = event.labels();
    json.writeStringProperty("gateway", event.source().gateway());
    json.writeStringProperty("boot", "%016x".formatted(event.source().boot()));
    json.writeNumberProperty("sequence", event.source().sequence());
    json.writeStringProperty("tenant", labels.tenant());
    json.writeStringProperty("model", labels.model());
    json.writeStringProperty("route", labels.route());
    json.writeStringProperty("upstream", labels.upstream());
    json.writeStringProperty("slo_class", labels.sloClass());
    json.writeStringProperty("session", event.session());
  }

  private static void tokens(EventTokens tokens, JsonGenerator json) {
    json.writeNumberProperty("input_tokens", tokens.input());
    json.writeNumberProperty("output_tokens", tokens.output());
    json.writeStringProperty("token_source", lower(tokens.source()));
    json.writeNumberProperty("streamed_tokens", tokens.streamed());
    json.writeNumberProperty("carried_tokens", tokens.carried());
    count("cached_input_tokens", tokens.cachedInput(), json);
    count("reasoning_tokens", tokens.reasoning(), json);
    json.writeNumberProperty("on_time_tokens", tokens.onTime());
  }

  private static void result(EventResult result, JsonGenerator json) {
    json.writeStringProperty("kind", lower(result.kind()));
    json.writeStringProperty("outcome", result.outcome());
    json.writeNumberProperty("status", result.status());
    json.writeNumberProperty("attempt", result.attempt());
    json.writeBooleanProperty("last", result.last());
    json.writeBooleanProperty("streamed", result.streamed());
    json.writeBooleanProperty("dispatched", result.dispatched());
    json.writeBooleanProperty("sent", result.sent());
    if (result.waste() != null) {
      json.writeStringProperty("waste", result.waste().key());
    }
  }

  private static void verdict(RequestEvent event, JsonGenerator json) {
    EventVerdict verdict = event.verdict();
    if (verdict != null) {
      json.writeStringProperty("slo", "%08x".formatted(verdict.slo()));
      json.writeBooleanProperty("judged", verdict.judged());
      json.writeBooleanProperty("good", verdict.good());
      json.writeNumberProperty("bounds_apply", verdict.applies());
      json.writeNumberProperty("bounds_within", verdict.within());
    }
  }

  private static void latency(String name, long nanos, JsonGenerator json) {
    if (Stamps.present(nanos)) {
      json.writeNumberProperty(name, nanos);
    }
  }

  private static void count(String name, long count, JsonGenerator json) {
    if (count >= 0) {
      json.writeNumberProperty(name, count);
    }
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
