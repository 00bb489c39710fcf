package dev.goodput.report.document;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.server.MetricUnit;
import dev.goodput.observe.EngineMetricSummary.Gauged;
import dev.goodput.observe.MetricsSummary.Source;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.server.ServerLevel;
import dev.goodput.report.server.ServerLevel.Count;
import dev.goodput.report.server.ServerLevel.What;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The `server` part of a level: what the servers reported about themselves.
final class ServerPart {
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
    each(EngineMetric.Kind.GAUGE, this::gauge);
    noteObservable(
        "prefix_hits_share", EngineMetric.PREFIX_CACHE_HITS, server.prefixHitsShare() != null);
    fields.number("prefix_hits_share", server.prefixHitsShare());
    each(EngineMetric.Kind.COUNTER, this::counter);
    fields.object("counts", counts());
    fields.texts("not_observable", notObservable);
    JsonObject from = new JsonObject();
    sources.forEach((name, metric) -> from.text(name, server.source(metric)));
    fields.object("sources", from);
    return fields.objects("pages", server.pages(), this::page);
  }

  private static void each(EngineMetric.Kind kind, Consumer<EngineMetric> part) {
    Stream.of(EngineMetric.values())
        .filter(metric -> metric.kind() == kind && !metric.names().document().isEmpty())
        .forEach(part);
  }

  private void noteObservable(String name, EngineMetric metric, boolean known) {
    if (known) {
      sources.put(name, metric);
    } else {
      notObservable.add(name);
    }
  }

  private void gauge(EngineMetric metric) {
    String name = metric.names().document();
    Gauged gauged = server.gauge(metric);
    noteObservable(name, metric, gauged != null);
    if (gauged != null) {
      fields.object(
          name,
          new JsonObject()
              .number("mean", gauged.mean())
              .number("max", gauged.max())
              .number("covered_share", Math.min(1, gauged.covered())));
    }
  }

  private void counter(EngineMetric metric) {
    String name = metric.names().document();
    Double count = server.count(metric);
    noteObservable(name, metric, count != null);
    if (metric.unit() == MetricUnit.JOULES) {
      fields.number(name, count);
    } else {
      fields.whole(name, count == null ? null : Long.valueOf(Math.round(count)));
    }
  }

  private @Nullable JsonObject counts() {
    JsonObject counts = new JsonObject();
    List<Count> known = server.counts();
    for (What what : What.values()) {
      noteObservable(
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
    JsonObject fields =
        new JsonObject().text("url", page.address()).whole("looks", (long) page.seen());
    Map<String, Long> missed = new LinkedHashMap<>();
    page.missed().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(each -> missed.put(each.getKey().key(), (long) each.getValue()));
    fields.counts("missed", missed).text("last_miss", page.lastMiss());
    restarts(page, fields.node());
    return fields.flag("several_servers", page.severalServers() ? Boolean.TRUE : null);
  }

  private void restarts(Source page, ObjectNode fields) {
    if (!page.restartedNanos().isEmpty()) {
      long begin = server.level().window().runBeginNanos();
      ArrayNode seconds = fields.putArray("restarts_s");
      page.restartedNanos().forEach(at -> seconds.add((at - begin) / 1e9));
    }
  }
}
