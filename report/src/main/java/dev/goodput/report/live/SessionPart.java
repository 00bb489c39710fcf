package dev.goodput.report.live;

import dev.goodput.metrics.traffic.SessionFigures;
import dev.goodput.metrics.traffic.TrafficWindow;
import dev.goodput.report.model.JsonObject;

/// The `sessions` part: those that took most output tokens, and what a session costs.
final class SessionPart {
  private static final int MOST = 20;

  private SessionPart() {}

  static JsonObject of(LiveInput in) {
    TrafficWindow hour = in.traffic().all().hour();
    boolean priced = !in.traffic().plan().prices().isEmpty();
    return new JsonObject()
        .number("infrastructure_per_session", hour.cost() == null ? null : hour.cost().perSession())
        .objects(
            "rows",
            in.traffic().sessions().stream()
                .limit(MOST)
                .map(session -> row(in, session, priced))
                .toList());
  }

  private static JsonObject row(LiveInput in, SessionFigures session, boolean priced) {
    return new JsonObject()
        .text("session", LiveFormat.name(session.session()))
        .text("model", LiveFormat.name(session.model()))
        .whole("requests", session.requests())
        .whole("ok", session.ok())
        .whole("input_tokens", session.inputTokens())
        .whole("output_tokens", session.outputTokens())
        .whole("over_tokens", session.overTokens())
        .number("cost", priced ? Double.valueOf(session.money()) : null)
        .number("mean_ttft_ms", session.meanTtftMs())
        .number("mean_e2el_ms", session.meanE2elMs())
        .text("first_seen", in.at(session.firstNanos()).toString())
        .text("last_seen", in.at(session.lastNanos()).toString());
  }
}
