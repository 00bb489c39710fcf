package dev.goodput.report.live;

import dev.goodput.observe.EngineTrail;
import dev.goodput.observe.EngineTrail.Step;
import dev.goodput.observe.Observation.Missed;
import dev.goodput.observe.Sign;
import dev.goodput.report.document.Fields;
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

  static @Nullable Fields of(LiveInput in, LiveQuery query) {
    EngineTrail trail = in.engines();
    List<EngineTrail.Page> pages = trail == null ? List.of() : trail.pages(in.traffic().nowNanos());
    if (trail == null || pages.isEmpty()) {
      return null;
    }
    return new Fields()
        .objects("pages", pages.stream().limit(MOST_PAGES).map(page -> page(page, in)).toList())
        .object("seconds", columns(trail, TrendPart.points(in, query, Step.SECOND), Step.SECOND))
        .object("minutes", columns(trail, TrendPart.points(in, query, Step.MINUTE), Step.MINUTE));
  }

  private static Fields page(EngineTrail.Page page, LiveInput in) {
    Map<Sign, Double> values = page.values();
    Long at = page.atNanos();
    return new Fields()
        .text("upstream", Told.name(page.upstream()))
        .text("url", Told.name(page.address()))
        .text("state", state(page))
        .text("words", words(page))
        .text("read", at == null ? null : in.at(at).toString())
        .whole("restarts", (long) page.restarts())
        .number("running", values.get(Sign.RUNNING))
        .number("waiting", values.get(Sign.WAITING))
        .number("kv_cache_share", values.get(Sign.KV_CACHE_USAGE))
        .number("prefix_hits_share", prefixHits(values))
        .number("preemptions", values.get(Sign.PREEMPTIONS))
        .number("recomputed_tokens", values.get(Sign.RECOMPUTED_TOKENS))
        .number("gpu_share", values.get(Sign.GPU_UTILIZATION))
        .number("gpu_memory_used_bytes", values.get(Sign.GPU_MEMORY_USED))
        .number("gpu_memory_bytes", values.get(Sign.GPU_MEMORY_TOTAL))
        .number("gpu_power_w", values.get(Sign.GPU_POWER));
  }

  private static String state(EngineTrail.Page page) {
    Missed miss = page.miss();
    return miss == null ? page.state().name().toLowerCase(Locale.ROOT) : miss.why().key();
  }

  private static @Nullable String words(EngineTrail.Page page) {
    Missed miss = page.miss();
    return switch (page.state()) {
      case READ -> null;
      case MISSED -> miss == null ? null : Told.words(miss.words());
      case STALE -> "nothing was heard of it for several looks";
      case SEVERAL_SERVERS -> "several servers answer here in turn; name the page of each";
    };
  }

  private static @Nullable Double prefixHits(Map<Sign, Double> values) {
    Double asked = values.get(Sign.PREFIX_CACHE_QUERIES);
    Double hits = values.get(Sign.PREFIX_CACHE_HITS);
    return asked == null || hits == null || asked == 0 ? null : Double.valueOf(hits / asked);
  }

  private static Fields columns(EngineTrail trail, TrendPart.Points points, Step step) {
    Fields columns = new Fields().whole("from", points.from());
    column("running", columns, trail, Sign.RUNNING, points, step);
    column("waiting", columns, trail, Sign.WAITING, points, step);
    column("kv_cache_share", columns, trail, Sign.KV_CACHE_USAGE, points, step);
    column("preemptions_per_s", columns, trail, Sign.PREEMPTIONS, points, step);
    column("generation_tps", columns, trail, Sign.GENERATION_TOKENS, points, step);
    column("gpu_share", columns, trail, Sign.GPU_UTILIZATION, points, step);
    column("gpu_power_w", columns, trail, Sign.GPU_POWER, points, step);
    return columns;
  }

  private static void column(
      String name,
      Fields columns,
      EngineTrail trail,
      Sign sign,
      TrendPart.Points points,
      Step step) {
    ArrayNode array = columns.node().putArray(name);
    if (!points.points().isEmpty()) {
      long from = points.points().getFirst().atNanos();
      for (double value : trail.series(sign, from, step, points.points().size())) {
        Told.add(array, value);
      }
    }
  }
}
