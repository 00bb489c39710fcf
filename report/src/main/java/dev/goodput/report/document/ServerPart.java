package dev.goodput.report.document;

import dev.goodput.observe.EngineMetric;
import dev.goodput.observe.EngineMetricSummary.Gauged;
import dev.goodput.observe.MetricsSummary.Source;
import dev.goodput.report.server.ServerLevel;
import dev.goodput.report.server.ServerLevel.Count;
import dev.goodput.report.server.ServerLevel.What;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The `server` part of a level: what the servers said of themselves.
final class ServerPart {
  private static final Map<EngineMetric, String> GAUGES =
      Collections.unmodifiableMap(
          new EnumMap<>(
              Map.of(
                  EngineMetric.RUNNING,
                  "requests_running",
                  EngineMetric.WAITING,
                  "requests_waiting",
                  EngineMetric.KV_CACHE_USAGE,
                  "kv_cache_used_share",
                  EngineMetric.GPU_UTILIZATION,
                  "gpu_utilization_share",
                  EngineMetric.GPU_MEMORY_USED,
                  "gpu_memory_used_bytes",
                  EngineMetric.GPU_MEMORY_TOTAL,
                  "gpu_memory_total_bytes",
                  EngineMetric.GPU_POWER,
                  "gpu_power_w")));

  private final ServerLevel server;
  private final JsonObject fields = new JsonObject();
  private final List<String> notObservable = new ArrayList<>();
  private final Map<String, EngineMetric> sources = new LinkedHashMap<>();

  private ServerPart(ServerLevel server) {
    this.server = server;
  }

  static JsonObject of(ServerLevel server) {
    return new ServerPart(server).fields();
  }

  private JsonObject fields() {
    GAUGES.forEach(this::gauge);
    told("prefix_hits_share", EngineMetric.PREFIX_CACHE_HITS, server.prefixHitsShare() != null);
    fields.number("prefix_hits_share", server.prefixHitsShare());
    told("preemptions", EngineMetric.PREEMPTIONS, server.preemptions() != null);
    fields.whole("preemptions", server.preemptions());
    told("recomputed_tokens", EngineMetric.RECOMPUTED_TOKENS, server.recomputedTokens() != null);
    fields.whole("recomputed_tokens", server.recomputedTokens());
    told("gpu_energy_j", EngineMetric.GPU_ENERGY, server.energyJoules() != null);
    fields.number("gpu_energy_j", server.energyJoules());
    fields.object("counts", counts());
    fields.texts("not_observable", notObservable);
    JsonObject from = new JsonObject();
    sources.forEach((name, sign) -> from.text(name, server.source(sign)));
    fields.object("sources", from);
    return fields.objects("pages", server.pages().stream().map(this::page).toList());
  }

  private void told(String name, EngineMetric sign, boolean known) {
    if (known) {
      sources.put(name, sign);
    } else {
      notObservable.add(name);
    }
  }

  private void gauge(EngineMetric sign, String name) {
    Gauged gauged = server.gauge(sign);
    told(name, sign, gauged != null);
    if (gauged != null) {
      fields.object(
          name,
          new JsonObject()
              .number("mean", gauged.mean())
              .number("max", gauged.max())
              .number("covered_share", Math.min(1, gauged.covered())));
    }
  }

  private @Nullable JsonObject counts() {
    JsonObject counts = new JsonObject();
    List<Count> known = server.counts();
    for (What what : What.values()) {
      told(
          "counts." + what.key(),
          what.sign(),
          known.stream().anyMatch(count -> count.what() == what));
    }
    for (Count count : known) {
      counts.object(
          count.what().key(),
          new JsonObject()
              .whole("server", count.server())
              .whole("client", count.client())
              .whole("difference", count.difference()));
    }
    boolean atLeast = known.stream().anyMatch(Count::atLeast);
    return known.isEmpty() ? null : counts.flag("at_least", atLeast);
  }

  private JsonObject page(Source page) {
    JsonObject told =
        new JsonObject().text("url", page.address()).whole("looks", (long) page.seen());
    Map<String, Long> missed = new LinkedHashMap<>();
    page.missed().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(each -> missed.put(each.getKey().key(), (long) each.getValue()));
    told.counts("missed", missed).text("last_miss", page.lastMiss());
    restarts(page, told.node());
    return told.flag("several_servers", page.severalServers() ? Boolean.TRUE : null);
  }

  private void restarts(Source page, ObjectNode told) {
    if (!page.restartedNanos().isEmpty()) {
      long begin = server.level().window().runBeginNanos();
      ArrayNode seconds = told.putArray("restarts_s");
      page.restartedNanos().forEach(at -> seconds.add((at - begin) / 1e9));
    }
  }
}
