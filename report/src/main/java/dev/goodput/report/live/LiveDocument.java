package dev.goodput.report.live;

import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.report.ReportFile;
import dev.goodput.report.model.JsonObject;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The live document, `live.json`: the figures of a moment, and of the past what was asked for.
///
/// Its names and their meaning are those of the metric definitions; [#schema()] describes it. It
/// stays below 200 KiB: a long past comes in several documents, of which all but the last say that
/// there is more.
public final class LiveDocument {
  /// Names the contract; changes when a meaning does.
  public static final String SCHEMA = "goodput.live/1";

  /// The document's media type.
  public static final String MEDIA_TYPE = "application/json; charset=utf-8";

  private static final JsonMapper MAPPER = new JsonMapper();

  private LiveDocument() {}

  /// The document as UTF-8.
  public static byte[] write(LiveInput in, LiveQuery query) {
    return MAPPER.writeValueAsBytes(tree(in, query));
  }

  /// The JSON Schema (draft 2020-12) of the document.
  public static String schema() {
    return ReportFile.resource(LiveDocument.class, "live.schema.json");
  }

  static ObjectNode tree(LiveInput in, LiveQuery query) {
    return new JsonObject()
        .text("schema", SCHEMA)
        .text("at", in.at(in.traffic().nowNanos()).toString())
        .text("currency", currency(in.traffic().plan()))
        .object("gateway", GatewayPart.of(in))
        .objects("verdicts", LiveVerdicts.of(in))
        .object("now", NowPart.of(in))
        .object("latencies", NowPart.latencies(in.traffic().all().fiveMinutes()))
        .objects("slos", SloPart.of(in.traffic()))
        .object("goodput", SloPart.goodput(in.traffic().all().fiveMinutes()))
        .object("reading", SloPart.reading(in.traffic().all().fiveMinutes().reading()))
        .object("waste", WastePart.of(in.traffic()))
        .object("abandonment", AbandonmentPart.of(in.traffic().all().hour()))
        .objects("slowest", SlowPart.of(in))
        .objects("coalescing", SignPart.coalescing(in.traffic()))
        .objects("signs", SignPart.signs(in))
        .objects("events", SignPart.events(in))
        .object("groups", groups(in))
        .object("sessions", SessionPart.of(in))
        .texts("cannot_know", LiveLimits.of(in))
        .object("trends", TrendPart.of(in, query))
        .object("engines", EnginePart.of(in, query))
        .node();
  }

  private static @Nullable String currency(TrafficPlan plan) {
    return plan.prices().isEmpty() && plan.hourlyCosts().isEmpty() ? null : plan.currency();
  }

  private static JsonObject groups(LiveInput in) {
    return new JsonObject()
        .object("models", GroupPart.of(in.traffic(), TrafficLabel.MODEL))
        .object("tenants", GroupPart.of(in.traffic(), TrafficLabel.TENANT))
        .object("routes", GroupPart.of(in.traffic(), TrafficLabel.ROUTE))
        .object("upstreams", GroupPart.of(in.traffic(), TrafficLabel.UPSTREAM));
  }
}
