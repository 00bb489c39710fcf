package dev.goodput.report.live;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.traffic.TrafficCounts;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.metrics.traffic.TrafficSeries;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.metrics.traffic.TrafficWindow;
import dev.goodput.report.model.JsonObject;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One table of `groups`: traffic of the last five minutes by one label, the busiest first.
final class GroupPart {
  private static final int MOST = 20;

  private GroupPart() {}

  static JsonObject of(TrafficSnapshot traffic, TrafficLabel label) {
    List<Map.Entry<String, TrafficSeries>> busy =
        traffic.by(label).entrySet().stream()
            .filter(each -> window(each).counts().attempts() + requests(each) > 0)
            .sorted(Comparator.comparingLong(GroupPart::requests).reversed())
            .toList();
    return new JsonObject()
        .number("seconds", traffic.all().fiveMinutes().seconds())
        .whole("more", (long) Math.max(0, busy.size() - MOST))
        .whole("folded", traffic.folded().getOrDefault(label, 0L))
        .objects("rows", busy.stream().limit(MOST).map(GroupPart::row).toList());
  }

  private static TrafficWindow window(Map.Entry<String, TrafficSeries> each) {
    return each.getValue().fiveMinutes();
  }

  private static long requests(Map.Entry<String, TrafficSeries> each) {
    return window(each).counts().requests();
  }

  private static JsonObject row(Map.Entry<String, TrafficSeries> each) {
    TrafficWindow window = window(each);
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
        .number("cost", counts.priced() > 0 ? Double.valueOf(counts.money()) : null);
  }

  private static @Nullable Double attainment(TrafficCounts counts) {
    long total = counts.slos().values().stream().mapToLong(SloCount::total).sum();
    long good = counts.slos().values().stream().mapToLong(SloCount::good).sum();
    return total == 0 ? null : Double.valueOf((double) good / total);
  }
}
