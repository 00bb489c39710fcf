package dev.goodput.telemetry;

import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.traffic.Abandonment;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The JSON form of roll-ups: figures to read and to store, and the binary form, by which parts of
/// one window can be merged. Latencies are in milliseconds.
public final class RollupJson {
  private static final JsonFactory JSON = new JsonFactory();
  private static final double[] PERCENTS = {50, 90, 95, 99, 99.9};
  private static final List<String> NAMES =
      List.of("p50_ms", "p90_ms", "p95_ms", "p99_ms", "p99.9_ms");
  private static final double MILLION = 1e6;

  /// The text without the binary form is shorter.
  private static final int TYPICAL_BYTES = 4096;

  private RollupJson() {}

  /// Returns the JSON object of a roll-up, on one line.
  public static String write(WindowRollup window) {
    return new String(bytes(window), StandardCharsets.UTF_8);
  }

  /// Returns the JSON object of a roll-up, on one line, in UTF-8.
  public static byte[] bytes(WindowRollup window) {
    byte[] rollup = window.encode();
    ByteArrayOutputStream text = new ByteArrayOutputStream(TYPICAL_BYTES + rollup.length * 4 / 3);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("version", 1);
      json.writeStringProperty(
          "window_start", Instant.ofEpochMilli(window.startMillis()).toString());
      json.writeNumberProperty("window_seconds", window.lengthMillis() / 1000);
      key(window.key(), json);
      Rollup sums = window.sums();
      for (RollupCount each : RollupCount.values()) {
        json.writeNumberProperty(each.name().toLowerCase(Locale.ROOT), sums.get(each));
      }
      json.writeObjectPropertyStart("outcomes");
      sums.outcomes().forEach(json::writeNumberProperty);
      json.writeEndObject();
      waste(sums, json);
      slos(sums, json);
      for (LatencyMetric each : Rollup.LATENCIES) {
        latency(each, sums.histogram(each), json);
      }
      abandonment(sums.abandonment(), json);
      json.writeBinaryProperty("rollup", rollup);
      json.writeEndObject();
    }
    return text.toByteArray();
  }

  /// Only labels that have a value; a label that is missing covers all values.
  private static void key(RollupKey key, JsonGenerator json) {
    label(key, RollupKey.TENANT, "tenant", key.tenant(), json);
    label(key, RollupKey.MODEL, "model", key.model(), json);
    label(key, RollupKey.ROUTE, "route", key.route(), json);
    label(key, RollupKey.SLO_CLASS, "slo_class", key.sloClass(), json);
  }

  private static void label(RollupKey key, int bit, String name, String value, JsonGenerator json) {
    if ((key.mask() & bit) != 0) {
      json.writeStringProperty(name, value);
    }
  }

  private static void waste(Rollup sums, JsonGenerator json) {
    json.writeObjectPropertyStart("waste");
    sums.waste()
        .forEach((cause, waste) -> {
          json.writeObjectPropertyStart(cause.key());
          json.writeNumberProperty("attempts", waste.attempts());
          json.writeNumberProperty("input_tokens", waste.inputTokens());
          json.writeNumberProperty("output_tokens", waste.outputTokens());
          json.writeNumberProperty("cost_nanos", (long) waste.money());
          json.writeEndObject();
        });
    json.writeEndObject();
  }

  private static void slos(Rollup sums, JsonGenerator json) {
    json.writeObjectPropertyStart("slos");
    sums.slos()
        .forEach((slo, tally) -> {
          json.writeObjectPropertyStart("%08x".formatted(slo));
          json.writeNumberProperty("total", tally.total());
          json.writeNumberProperty("good", tally.good());
          json.writeNumberProperty("good_tokens", tally.goodTokens());
          json.writeNumberProperty("on_time_tokens", tally.onTimeTokens());
          json.writeNumberProperty("output_tokens", tally.output());
          json.writeNumberProperty("streamed_tokens", tally.streamed());
          json.writeEndObject();
        });
    json.writeEndObject();
  }

  private static void abandonment(Abandonment found, JsonGenerator json) {
    json.writeObjectPropertyStart("ttft_with_leavers");
    json.writeNumberProperty("answered", found.answered());
    json.writeNumberProperty("left", found.left());
    json.writeNumberProperty("timed_out", found.timedOut());
    millis("p50_ms", found.p50Ms(), json);
    millis("p90_ms", found.p90Ms(), json);
    millis("p95_ms", found.p95Ms(), json);
    millis("p99_ms", found.p99Ms(), json);
    json.writeEndObject();
  }

  private static void millis(String name, @Nullable Double value, JsonGenerator json) {
    if (value != null) {
      json.writeNumberProperty(name, value);
    }
  }

  private static void latency(LatencyMetric metric, SparseHistogram values, JsonGenerator json) {
    json.writeObjectPropertyStart(metric.key());
    json.writeNumberProperty("count", values.count());
    if (values.count() > 0) {
      json.writeNumberProperty("error", values.relativeError());
      json.writeNumberProperty("mean_ms", values.mean() / MILLION);
      json.writeNumberProperty("min_ms", values.min() / MILLION);
      long[] found = values.percentiles(PERCENTS);
      for (int i = 0; i < found.length; i++) {
        json.writeNumberProperty(NAMES.get(i), found[i] / MILLION);
      }
      json.writeNumberProperty("max_ms", values.max() / MILLION);
    }
    json.writeEndObject();
  }
}
