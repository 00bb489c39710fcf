package dev.goodput.report.live;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.EngineStateTracker;
import dev.goodput.observe.EngineStateTracker.Step;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.report.model.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/// The `engines` part: what the upstreams say of themselves, now and on the trends' axis. Absent
/// where no page of theirs is read.
final class EnginePart {
  private static final int MOST_PAGES = 20;

  private EnginePart() {}

  static @Nullable JsonObject of(LiveInput in, LiveQuery query) {
    EngineStateTracker tracker = in.engines();
    List<EngineStateTracker.Page> pages =
        tracker == null ? List.of() : tracker.pages(in.traffic().nowNanos());
    if (tracker == null || pages.isEmpty()) {
      return null;
    }
    return new JsonObject()
        .objects("pages", pages.stream().limit(MOST_PAGES).map(page -> page(page, in)).toList())
        .object("seconds", columns(tracker, TrendPart.points(in, query, Step.SECOND), Step.SECOND))
        .object("minutes", columns(tracker, TrendPart.points(in, query, Step.MINUTE), Step.MINUTE));
  }

  private static JsonObject page(EngineStateTracker.Page page, LiveInput in) {
    Long at = page.atNanos();
    JsonObject json =
        new JsonObject()
            .text("upstream", LiveFormat.name(page.upstream()))
            .text("url", LiveFormat.name(page.address()))
            .text("state", state(page))
            .text("words", words(page))
            .text("read", at == null ? null : in.at(at).toString())
            .whole("restarts", (long) page.restarts());
    for (EngineMetric metric : EngineMetric.values()) {
      if (!metric.names().live().isEmpty()) {
        json.number(metric.names().live(), page.values().get(metric));
      }
    }
    return json.number("prefix_hits_share", prefixHits(page.values()));
  }

  private static String state(EngineStateTracker.Page page) {
    FailedScrape miss = page.miss();
    return miss == null ? page.state().name().toLowerCase(Locale.ROOT) : miss.why().key();
  }

  private static @Nullable String words(EngineStateTracker.Page page) {
    FailedScrape miss = page.miss();
    return switch (page.state()) {
      case READ -> null;
      case MISSED -> miss == null ? null : LiveFormat.words(miss.words());
      case STALE -> "no scrape succeeded for a while";
      case SEVERAL_SERVERS -> "several servers answer here in turn; name the page of each";
    };
  }

  private static @Nullable Double prefixHits(Map<EngineMetric, Double> values) {
    Double asked = values.get(EngineMetric.PREFIX_CACHE_QUERIES);
    Double hits = values.get(EngineMetric.PREFIX_CACHE_HITS);
    return asked == null || hits == null || asked == 0 ? null : Double.valueOf(hits / asked);
  }

  private static JsonObject columns(
      EngineStateTracker tracker, TrendPart.Points points, Step step) {
    JsonObject columns = new JsonObject().whole("from", points.from());
    for (EngineMetric metric : EngineMetric.values()) {
      if (!metric.names().trend().isEmpty()) {
        ArrayNode array = columns.node().putArray(metric.names().trend());
        if (!points.points().isEmpty()) {
          long from = points.points().getFirst().atNanos();
          for (double value : tracker.series(metric, from, step, points.points().size())) {
            LiveFormat.add(array, value);
          }
        }
      }
    }
    return columns;
  }
}
