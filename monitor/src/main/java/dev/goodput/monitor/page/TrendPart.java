package dev.goodput.monitor.page;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.traffic.TrafficCounts;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.TrendPoint;
import dev.goodput.monitor.page.LiveInput.LiveQuery;
import dev.goodput.observe.EngineStateTracker;
import dev.goodput.observe.EngineStateTracker.Step;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.report.model.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/// The `trends` and `engines` parts: columns over time, one value per second or minute.
final class TrendPart {
  private static final int MAX_PAGES = 20;

  private TrendPart() {}

  /// The points of a step in one document, and their time.
  ///
  /// @param points without a gap, oldest first
  /// @param from the first one's second since 1970; 0 without points
  /// @param until the second of the last point, in the document or not
  /// @param openFrom the second of the first that may still change much, as tokens of it are to
  ///   come or too few of them are known; `until` where there is none
  /// @param more whether newer points are left for the next document
  record Points(List<TrendPoint> points, long from, long until, long openFrom, boolean more) {}

  /// Those of the points that are over.
  static List<TrendPoint> over(List<TrendPoint> points, long nowNanos) {
    int last = points.size();
    while (last > 0 && end(points.get(last - 1)) > nowNanos) {
      last--;
    }
    return points.subList(0, last);
  }

  /// When a point is over.
  static long end(TrendPoint point) {
    return point.atNanos() + Math.round(point.seconds() * 1e9);
  }

  static Points points(LiveInput in, LiveQuery query, Step step) {
    boolean seconds = step == Step.SECOND;
    List<TrendPoint> all =
        over(
            seconds ? in.traffic().trend().seconds() : in.traffic().trend().minutes(),
            in.traffic().nowNanos());
    long since = seconds ? query.since() : query.minutesSince();
    int first = 0;
    while (first < all.size() && in.second(all.get(first).atNanos()) < since) {
      first++;
    }
    int last = Math.min(all.size(), first + (seconds ? 450 : 360));
    List<TrendPoint> part = all.subList(first, last);
    return new Points(
        part,
        part.isEmpty() ? 0 : in.second(part.getFirst().atNanos()),
        all.isEmpty() ? 0 : in.second(all.getLast().atNanos()),
        all.stream()
            .filter(point -> point.open() || !point.known())
            .findFirst()
            .or(() -> all.isEmpty() ? Optional.empty() : Optional.of(all.getLast()))
            .map(point -> in.second(point.atNanos()))
            .orElse(0L),
        last < all.size());
  }

  static JsonObject of(LiveInput in, LiveQuery query) {
    Points seconds = points(in, query, Step.SECOND);
    Points minutes = points(in, query, Step.MINUTE);
    return new JsonObject()
        .flag("more", seconds.more() || minutes.more())
        .whole("seconds_until", seconds.until())
        .whole("minutes_until", minutes.until())
        .whole("seconds_open_from", seconds.openFrom())
        .whole("minutes_open_from", minutes.openFrom())
        .object("seconds", columns(seconds, noPrompts(in.traffic())))
        .object("minutes", columns(minutes, noPrompts(in.traffic())));
  }

  /// Returns whether no prompt tokens were counted.
  static boolean noPrompts(TrafficSnapshot traffic) {
    TrafficCounts totals = traffic.all().totals();
    return totals.tokens().okInput() == 0 && totals.ok() > 0;
  }

  private static JsonObject columns(Points shown, boolean noPrompts) {
    JsonObject columns = new JsonObject().whole("from", shown.from());
    List<TrendPoint> points = shown.points();
    column("ttft_p50_ms", columns, points, TrendPoint::ttftP50Ms);
    column("ttft_p95_ms", columns, points, TrendPoint::ttftP95Ms);
    column("ttft_p99_ms", columns, points, TrendPoint::ttftP99Ms);
    column("tpot_p50_ms", columns, points, TrendPoint::tpotP50Ms);
    column("tpot_p95_ms", columns, points, TrendPoint::tpotP95Ms);
    column("ok_per_s", columns, points, p -> p.ok() / p.seconds());
    column("failed_per_s", columns, points, p -> p.failed() / p.seconds());
    column("left_per_s", columns, points, p -> p.cancelled() / p.seconds());
    column("judged_per_s", columns, points, p -> p.judged() / p.seconds());
    column("good_per_s", columns, points, p -> p.good() / p.seconds());
    column("output_tps", columns, points, p -> p.perSecond(p.output()));
    column("input_tps", columns, points, p -> noPrompts ? null : p.perSecond(p.input()));
    column("wasted_tps", columns, points, p -> p.perSecond(p.wasted()));
    column("in_flight", columns, points, p -> (double) p.inFlight());
    column("waiting", columns, points, p -> (double) p.awaiting());
    return columns;
  }

  private static void column(
      String name,
      JsonObject columns,
      List<TrendPoint> points,
      Function<TrendPoint, @Nullable Double> value) {
    ArrayNode array = columns.node().putArray(name);
    points.forEach(point -> LiveFormat.add(array, value.apply(point)));
  }

  static @Nullable JsonObject engines(LiveInput in, LiveQuery query) {
    EngineStateTracker tracker = in.engines();
    List<EngineStateTracker.Page> pages =
        tracker == null ? List.of() : tracker.pages(in.traffic().nowNanos());
    if (tracker == null || pages.isEmpty()) {
      return null;
    }
    return new JsonObject()
        .objects("pages", pages.stream().limit(MAX_PAGES).map(page -> engine(page, in)).toList())
        .object(
            "seconds",
            engineColumns(tracker, TrendPart.points(in, query, Step.SECOND), Step.SECOND))
        .object(
            "minutes",
            engineColumns(tracker, TrendPart.points(in, query, Step.MINUTE), Step.MINUTE));
  }

  private static JsonObject engine(EngineStateTracker.Page page, LiveInput in) {
    Long at = page.atNanos();
    JsonObject json =
        new JsonObject()
            .text("upstream", LiveFormat.name(page.upstream()))
            .text("url", LiveFormat.name(page.address()))
            .text("state", engineState(page))
            .text("words", engineWords(page))
            .text("read", at == null ? null : in.at(at).toString())
            .whole("restarts", (long) page.restarts());
    for (EngineMetric metric : EngineMetric.values()) {
      if (!metric.names().live().isEmpty()) {
        json.number(metric.names().live(), page.values().get(metric));
      }
    }
    return json.number("prefix_hits_share", prefixHits(page.values()));
  }

  private static String engineState(EngineStateTracker.Page page) {
    FailedScrape miss = page.miss();
    return miss == null ? page.state().name().toLowerCase(Locale.ROOT) : miss.why().key();
  }

  private static @Nullable String engineWords(EngineStateTracker.Page page) {
    FailedScrape miss = page.miss();
    return switch (page.state()) {
      case READ -> null;
      case MISSED -> miss == null ? null : LiveFormat.words(miss.words());
      case STALE -> "no scrape succeeded for a while";
      case SEVERAL_SERVERS -> "several servers answer here in turn; name the page of each";
    };
  }

  private static @Nullable Double prefixHits(Map<EngineMetric, Double> values) {
    Double requested = values.get(EngineMetric.PREFIX_CACHE_QUERIES);
    Double hits = values.get(EngineMetric.PREFIX_CACHE_HITS);
    return requested == null || hits == null || requested == 0
        ? null
        : Double.valueOf(hits / requested);
  }

  private static JsonObject engineColumns(
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
