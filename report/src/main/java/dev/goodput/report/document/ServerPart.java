package dev.goodput.report.document;

import dev.goodput.observe.MetricsSummary.Source;
import dev.goodput.observe.Sign;
import dev.goodput.observe.SignSummary.Gauged;
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
  private static final Map<Sign, String> GAUGES =
      Collections.unmodifiableMap(
          new EnumMap<>(
              Map.of(
                  Sign.RUNNING,
                  "requests_running",
                  Sign.WAITING,
                  "requests_waiting",
                  Sign.KV_CACHE_USAGE,
                  "kv_cache_used_share",
                  Sign.GPU_UTILIZATION,
                  "gpu_utilization_share",
                  Sign.GPU_MEMORY_USED,
                  "gpu_memory_used_bytes",
                  Sign.GPU_MEMORY_TOTAL,
                  "gpu_memory_total_bytes",
                  Sign.GPU_POWER,
                  "gpu_power_w")));

  private final ServerLevel server;
  private final Fields fields = new Fields();
  private final List<String> notObservable = new ArrayList<>();
  private final Map<String, Sign> sources = new LinkedHashMap<>();

  private ServerPart(ServerLevel server) {
    this.server = server;
  }

  static Fields of(ServerLevel server) {
    return new ServerPart(server).fields();
  }

  private Fields fields() {
    GAUGES.forEach(this::gauge);
    told("prefix_hits_share", Sign.PREFIX_CACHE_HITS, server.prefixHitsShare() != null);
    fields.number("prefix_hits_share", server.prefixHitsShare());
    told("preemptions", Sign.PREEMPTIONS, server.preemptions() != null);
    fields.whole("preemptions", server.preemptions());
    told("recomputed_tokens", Sign.RECOMPUTED_TOKENS, server.recomputedTokens() != null);
    fields.whole("recomputed_tokens", server.recomputedTokens());
    told("gpu_energy_j", Sign.GPU_ENERGY, server.energyJoules() != null);
    fields.number("gpu_energy_j", server.energyJoules());
    fields.object("counts", counts());
    fields.texts("not_observable", notObservable);
    Fields from = new Fields();
    sources.forEach((name, sign) -> from.text(name, server.source(sign)));
    fields.object("sources", from);
    return fields.objects("pages", server.pages().stream().map(this::page).toList());
  }

  private void told(String name, Sign sign, boolean known) {
    if (known) {
      sources.put(name, sign);
    } else {
      notObservable.add(name);
    }
  }

  private void gauge(Sign sign, String name) {
    Gauged gauged = server.gauge(sign);
    told(name, sign, gauged != null);
    if (gauged != null) {
      fields.object(
          name,
          new Fields()
              .number("mean", gauged.mean())
              .number("max", gauged.max())
              .number("covered_share", Math.min(1, gauged.covered())));
    }
  }

  private @Nullable Fields counts() {
    Fields counts = new Fields();
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
          new Fields()
              .whole("server", count.server())
              .whole("client", count.client())
              .whole("difference", count.difference()));
    }
    boolean atLeast = known.stream().anyMatch(Count::atLeast);
    return known.isEmpty() ? null : counts.flag("at_least", atLeast);
  }

  private Fields page(Source page) {
    Fields told = new Fields().text("url", page.address()).whole("looks", (long) page.seen());
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
