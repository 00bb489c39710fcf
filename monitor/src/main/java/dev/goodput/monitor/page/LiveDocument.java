package dev.goodput.monitor.page;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.traffic.Abandonment;
import dev.goodput.metrics.traffic.SessionFigures;
import dev.goodput.metrics.traffic.TrafficCounts;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficSeries;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.TrafficWindow;
import dev.goodput.metrics.traffic.Waste;
import dev.goodput.metrics.traffic.WasteCause;
import dev.goodput.monitor.page.LiveInput.LiveQuery;
import dev.goodput.report.ReportFile;
import dev.goodput.report.model.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The live document, `live.json`: the current figures, and the requested part of the past.
///
/// Names and meanings are those of the metric definitions; [#schema()] describes it. It stays below
/// 200 KiB: a long past comes in several documents, and all except the last have a flag that there
/// is more.
public final class LiveDocument {
  /// Names the contract; changes when a meaning does.
  public static final String SCHEMA = "goodput.live/2";

  /// The document's media type.
  public static final String MEDIA_TYPE = "application/json; charset=utf-8";

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final int MAX_SESSIONS = 20;
  private static final int MAX_GROUPS = 20;

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
    JsonObject document = figures(in, query);
    if (!in.traffic().alerts().states().isEmpty()) {
      document.objects("alerts", LiveVerdicts.alerts(in));
    }
    return document.node();
  }

  private static JsonObject figures(LiveInput in, LiveQuery query) {
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
        .object("reading", in.traffic().all().fiveMinutes().reading(), SloPart::reading)
        .object("cost", CostPart.cost(in.traffic()))
        .object("energy", CostPart.energy(in.traffic()))
        .object("waste", waste(in.traffic()))
        .object("abandonment", abandonment(in.traffic().all().hour()))
        .objects("slowest", SlowPart.of(in))
        .objects("coalescing", LiveVerdicts.coalescing(in.traffic()))
        .objects("signs", LiveVerdicts.allSigns(in))
        .objects("events", LiveVerdicts.events(in))
        .object("groups", groups(in))
        .object("sessions", sessions(in))
        .texts("cannot_know", LiveLimits.of(in))
        .object("trends", TrendPart.of(in, query))
        .object("engines", TrendPart.engines(in, query));
  }

  private static @Nullable String currency(TrafficPlan plan) {
    return plan.prices().isEmpty() && plan.hourlyCosts().isEmpty() ? null : plan.currency();
  }

  private static JsonObject groups(LiveInput in) {
    return new JsonObject()
        .object("models", group(in.traffic(), TrafficLabel.MODEL))
        .object("tenants", group(in.traffic(), TrafficLabel.TENANT))
        .object("routes", group(in.traffic(), TrafficLabel.ROUTE))
        .object("upstreams", group(in.traffic(), TrafficLabel.UPSTREAM));
  }

  static JsonObject abandonment(TrafficWindow window) {
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

  static JsonObject sessions(LiveInput in) {
    TrafficWindow hour = in.traffic().all().hour();
    boolean priced = !in.traffic().plan().prices().isEmpty();
    return new JsonObject()
        .number("infrastructure_per_session", hour.cost() == null ? null : hour.cost().perSession())
        .objects(
            "rows",
            in.traffic().sessions().stream()
                .limit(MAX_SESSIONS)
                .map(session -> session(in, session, priced))
                .toList());
  }

  private static JsonObject session(LiveInput in, SessionFigures session, boolean priced) {
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

  static JsonObject group(TrafficSnapshot traffic, TrafficLabel label) {
    List<Map.Entry<String, TrafficSeries>> busy =
        traffic.by(label).entrySet().stream()
            .filter(each -> fiveMinutes(each).counts().attempts() + requests(each) > 0)
            .sorted(Comparator.comparingLong(LiveDocument::requests).reversed())
            .toList();
    return new JsonObject()
        .number("seconds", traffic.all().fiveMinutes().seconds())
        .whole("more", (long) Math.max(0, busy.size() - MAX_GROUPS))
        .whole("folded", traffic.folded().getOrDefault(label, 0L))
        .objects("rows", busy.stream().limit(MAX_GROUPS).map(LiveDocument::groupRow).toList());
  }

  private static TrafficWindow fiveMinutes(Map.Entry<String, TrafficSeries> each) {
    return each.getValue().fiveMinutes();
  }

  private static long requests(Map.Entry<String, TrafficSeries> each) {
    return fiveMinutes(each).counts().requests();
  }

  private static JsonObject groupRow(Map.Entry<String, TrafficSeries> each) {
    TrafficWindow window = fiveMinutes(each);
    TrafficCounts counts = window.counts();
    Distribution ttft = window.latency(LatencyMetric.TTFT);
    Distribution tpot = window.latency(LatencyMetric.TPOT);
    boolean other = each.getKey().equals(TrafficLabels.OTHER);
    return new JsonObject()
        .text("name", LiveFormat.name(each.getKey()))
        .flag("folded", other ? Boolean.TRUE : null)
        .whole("requests", counts.requests())
        .number("error_rate", window.errorRate())
        .number("ttft_p50_ms", ttft == null ? null : ttft.p50())
        .number("ttft_p95_ms", ttft == null ? null : ttft.p95())
        .number("tpot_p95_ms", tpot == null ? null : tpot.p95())
        .number("output_tps", window.rates().deliveredOutputTps())
        .number("attainment", attainment(counts))
        .number("cost", counts.priced() > 0 ? Double.valueOf(counts.money()) : null)
        .number("energy_j", energy(each.getValue().totals()));
  }

  private static @Nullable Double energy(TrafficCounts totals) {
    return totals.joules() > 0 ? Double.valueOf(totals.joules()) : null;
  }

  private static @Nullable Double attainment(TrafficCounts counts) {
    long total = counts.slos().values().stream().mapToLong(SloCount::total).sum();
    long good = counts.slos().values().stream().mapToLong(SloCount::good).sum();
    return total == 0 ? null : Double.valueOf((double) good / total);
  }

  static JsonObject waste(TrafficSnapshot traffic) {
    TrafficCounts totals = traffic.all().totals();
    boolean priced = totals.priced() > 0;
    List<JsonObject> causes = new ArrayList<>();
    for (WasteCause cause : WasteCause.values()) {
      causes.add(cause(cause, totals.waste(), priced));
    }
    return new JsonObject()
        .whole("output_tokens", totals.tokens().output())
        .whole(
            "wasted_output_tokens",
            totals.waste().values().stream().mapToLong(Waste::outputTokens).sum())
        .number("cost", priced ? Double.valueOf(cost(totals.waste())) : null)
        .number("cost_of_all", priced ? Double.valueOf(totals.money()) : null)
        .whole("rejected_draft_tokens", totals.tokens().rejectedDraft())
        .objects("causes", causes);
  }

  private static double cost(Map<WasteCause, Waste> ledger) {
    return ledger.values().stream().mapToDouble(Waste::money).sum();
  }

  private static JsonObject cause(WasteCause cause, Map<WasteCause, Waste> ledger, boolean priced) {
    @Nullable Waste waste = ledger.get(cause);
    Waste found = waste == null ? new Waste(0, 0, 0, 0) : waste;
    return new JsonObject()
        .text("cause", cause.key())
        .text("name", name(cause))
        .whole("attempts", found.attempts())
        .whole("input_tokens", found.inputTokens())
        .whole("output_tokens", found.outputTokens())
        .number("cost", priced ? Double.valueOf(found.money()) : null);
  }

  private static String name(WasteCause cause) {
    return switch (cause) {
      case RETRIED -> "retried: not visible to the client";
      case CLIENT_GONE -> "the client left";
      case TIMED_OUT -> "timed out";
      case TRUNCATED -> "broke off";
      case ERRORED -> "failed otherwise";
      case LATE -> "too late for its SLO";
    };
  }
}
