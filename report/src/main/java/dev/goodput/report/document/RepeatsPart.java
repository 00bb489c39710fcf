package dev.goodput.report.document;

import dev.goodput.metrics.interval.QuantileInterval;
import dev.goodput.metrics.result.PooledSlo;
import dev.goodput.metrics.result.RepeatedLatency;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.report.model.JsonObject;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The `repeats` part: runs of one load taken together. An end of an interval that nobody can tell
/// is absent.
final class RepeatsPart {
  private RepeatsPart() {}

  static @Nullable JsonObject of(@Nullable Repeats repeats) {
    if (repeats == null) {
      return null;
    }
    JsonObject part =
        new JsonObject()
            .whole("runs", (long) repeats.runs())
            .whole("left_out", (long) repeats.leftOut().size())
            .whole("short", (long) repeats.shortRuns())
            .number("confidence", repeats.confidence());
    PooledSlo slo = repeats.slo();
    if (slo != null) {
      part.object("slo", slo(slo));
    }
    for (RepeatedLatency latency : repeats.latencies()) {
      part.object(latency.latency().name().toLowerCase(Locale.ROOT) + "_ms", latency(latency));
    }
    return part;
  }

  private static JsonObject slo(PooledSlo slo) {
    return new JsonObject()
        .flag("met", slo.met())
        .whole("judged", slo.judged())
        .whole("good", slo.good())
        .number("attainment", slo.attainment())
        .whole("runs_met", (long) slo.runsMet());
  }

  private static @Nullable JsonObject latency(RepeatedLatency latency) {
    List<QuantileInterval> percentiles = latency.percentiles();
    if (percentiles.isEmpty()) {
      return null;
    }
    QuantileInterval any = percentiles.getFirst();
    JsonObject fields =
        new JsonObject()
            .whole("count", any.count())
            .number("n_effective", any.nEffective())
            .number("concurrency_mean", any.concurrency());
    for (QuantileInterval each : percentiles) {
      fields.object(
          "p" + Math.round(100 * each.share()),
          new JsonObject()
              .number("value", each.value())
              .number("low", each.low())
              .number("high", each.high()));
    }
    return fields;
  }
}
