package dev.goodput.report.live;

import dev.goodput.observe.EngineMetric;
import dev.goodput.observe.EngineStateTracker;
import dev.goodput.observe.EngineStateTracker.Step;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.report.document.JsonObject;
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
    Map<EngineMetric, Double> values = page.values();
    Long at = page.atNanos();
    return new JsonObject()
        .text("upstream", LiveFormat.name(page.upstream()))
        .text("url", LiveFormat.name(page.address()))
        .text("state", state(page))
        .text("words", words(page))
        .text("read", at == null ? null : in.at(at).toString())
        .whole("restarts", (long) page.restarts())
        .number("running", values.get(EngineMetric.RUNNING))
        .number("waiting", values.get(EngineMetric.WAITING))
        .number("kv_cache_share", values.get(EngineMetric.KV_CACHE_USAGE))
        .number("prefix_hits_share", prefixHits(values))
        .number("preemptions", values.get(EngineMetric.PREEMPTIONS))
        .number("recomputed_tokens", values.get(EngineMetric.RECOMPUTED_TOKENS))
        .number("gpu_share", values.get(EngineMetric.GPU_UTILIZATION))
        .number("gpu_memory_used_bytes", values.get(EngineMetric.GPU_MEMORY_USED))
        .number("gpu_memory_bytes", values.get(EngineMetric.GPU_MEMORY_TOTAL))
        .number("gpu_power_w", values.get(EngineMetric.GPU_POWER));
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
      case STALE -> "nothing was heard of it for several looks";
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
    column("running", columns, tracker, EngineMetric.RUNNING, points, step);
    column("waiting", columns, tracker, EngineMetric.WAITING, points, step);
    column("kv_cache_share", columns, tracker, EngineMetric.KV_CACHE_USAGE, points, step);
    column("preemptions_per_s", columns, tracker, EngineMetric.PREEMPTIONS, points, step);
    column("generation_tps", columns, tracker, EngineMetric.GENERATION_TOKENS, points, step);
    column("gpu_share", columns, tracker, EngineMetric.GPU_UTILIZATION, points, step);
    column("gpu_power_w", columns, tracker, EngineMetric.GPU_POWER, points, step);
    return columns;
  }

  private static void column(
      String name,
      JsonObject columns,
      EngineStateTracker tracker,
      EngineMetric sign,
      TrendPart.Points points,
      Step step) {
    ArrayNode array = columns.node().putArray(name);
    if (!points.points().isEmpty()) {
      long from = points.points().getFirst().atNanos();
      for (double value : tracker.series(sign, from, step, points.points().size())) {
        LiveFormat.add(array, value);
      }
    }
  }
}
