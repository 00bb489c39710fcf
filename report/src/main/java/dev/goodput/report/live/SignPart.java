package dev.goodput.report.live;

import dev.goodput.metrics.traffic.Coalescing;
import dev.goodput.metrics.traffic.TrafficEvent;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.TrafficWarning;
import dev.goodput.report.model.JsonObject;
import java.util.List;

/// The parts `coalescing`, `signs` and `events`: what gives reason to look closer.
final class SignPart {
  private static final int MOST_EVENTS = 50;
  private static final int MOST_UPSTREAMS = 20;

  private SignPart() {}

  static List<JsonObject> coalescing(TrafficSnapshot traffic) {
    return traffic.coalescing().entrySet().stream()
        .limit(MOST_UPSTREAMS)
        .map(each -> coalescing(each.getKey(), each.getValue()))
        .toList();
  }

  private static JsonObject coalescing(String upstream, Coalescing found) {
    return new JsonObject()
        .text("upstream", LiveFormat.name(upstream))
        .text("cause", found.cause().word())
        .text("remedy", found.cause().remedy())
        .text("evidence", LiveFormat.words(found.evidence()))
        .whole("streams", found.streams())
        .whole("lumped", found.lumped())
        .number("held_ms", found.cause().holds() ? Double.valueOf(found.heldMs()) : null);
  }

  static List<JsonObject> signs(LiveInput in) {
    return in.traffic().signs().stream().map(sign -> sign(in, sign)).toList();
  }

  private static JsonObject sign(LiveInput in, TrafficWarning sign) {
    Long since = sign.sinceNanos();
    return new JsonObject()
        .text("sign", sign.kind().word())
        .text("name", sign.kind().words())
        .flag("seen", sign.seen())
        .text("since", since == null ? null : in.at(since).toString())
        .text("evidence", LiveFormat.words(sign.evidence()));
  }

  static List<JsonObject> events(LiveInput in) {
    List<TrafficEvent> all = in.traffic().events();
    return all.subList(Math.max(0, all.size() - MOST_EVENTS), all.size()).stream()
        .map(event ->
            new JsonObject()
                .text("at", in.at(event.atNanos()).toString())
                .text("kind", event.kind().word())
                .text("name", words(event.kind()))
                .text("source", LiveFormat.name(event.source()))
                .text("detail", LiveFormat.words(event.detail())))
        .toList();
  }

  private static String words(TrafficEvent.Kind kind) {
    return switch (kind) {
      case ENGINE_RESTART -> "engine restarted";
      case ENGINE_REPLACED -> "another engine answers";
      case OUT_OF_MEMORY -> "out of memory";
      case FINISH_REASON -> "unknown finish reason";
      case UPSTREAM_DOWN -> "upstream out of reach";
      case UPSTREAM_UP -> "upstream back";
      case METRICS_DOWN -> "metrics out of reach";
      case METRICS_UP -> "metrics back";
      case GATEWAY -> "the gateway itself";
      case CONFIGURATION -> "configuration";
      case KEEPING -> "files";
    };
  }
}
