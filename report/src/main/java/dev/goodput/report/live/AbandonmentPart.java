package dev.goodput.report.live;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.traffic.Abandonment;
import dev.goodput.metrics.traffic.TrafficWindow;
import dev.goodput.report.model.JsonObject;

/// The `abandonment` part: who left before the first token, by how long they had waited, and whom
/// the gateway cut off.
final class AbandonmentPart {
  private AbandonmentPart() {}

  static JsonObject of(TrafficWindow window) {
    Abandonment abandonment = window.abandonment();
    Distribution answered = window.latency(LatencyMetric.TTFT);
    return new JsonObject()
        .number("seconds", window.seconds())
        .whole("answered", abandonment.answered())
        .whole("left", abandonment.left())
        .whole("timed_out", abandonment.timedOut())
        .number("ttft_p95_answered_ms", answered == null ? null : answered.p95())
        .number("ttft_p50_ms", abandonment.p50Ms())
        .number("ttft_p95_ms", abandonment.p95Ms())
        .number("ttft_p99_ms", abandonment.p99Ms())
        .objects(
            "bands",
            abandonment.bands(),
            band ->
                new JsonObject()
                    .number("from_ms", band.fromMs())
                    .number("to_ms", band.toMs())
                    .whole("waiting", band.waiting())
                    .whole("left", band.left())
                    .whole("timed_out", band.timedOut())
                    .whole("answered", band.answered())
                    .number("gone_share", band.goneShare()));
  }
}
