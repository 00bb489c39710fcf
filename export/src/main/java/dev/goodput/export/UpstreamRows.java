package dev.goodput.export;

import dev.goodput.export.MetricRow.Kind;
import dev.goodput.metrics.server.MetricUnit;
import dev.goodput.metrics.traffic.SloCount;
import dev.goodput.metrics.traffic.TrafficSeries;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.record.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// Counters whose label values are all configured, so that each exists with the value 0 from the
/// start. Prometheus computes `rate()` and `increase()` from differences, so it never counts the
/// first event of a counter that first appears with the value 1.
final class UpstreamRows {
  private static final String ALWAYS = "; starts at 0";

  private UpstreamRows() {}

  static List<MetricRow> all() {
    return List.of(
        counter(
            "upstream_requests",
            "Finished requests, by upstream and the outcome of their last attempt" + ALWAYS,
            "outcome",
            _ -> Outcome.KEYS,
            series -> series.totals().byOutcome()),
        slo(
            "upstream_slo_requests",
            "Requests that count for the SLO, by upstream" + ALWAYS,
            SloCount::total),
        slo(
            "upstream_slo_good_requests",
            "Good requests: successful, and within every threshold of the SLO, by upstream"
                + ALWAYS,
            SloCount::good));
  }

  private static MetricRow slo(String name, String help, ToLongFunction<SloCount> count) {
    return counter(
        name,
        help,
        "slo",
        traffic -> traffic.plan().slos().keySet(),
        series -> {
          Map<String, Long> bySlo = new TreeMap<>();
          series.totals().slos().forEach((slo, of) -> bySlo.put(slo, count.applyAsLong(of)));
          return bySlo;
        });
  }

  /// Returns a counter by upstream and one more label. Requests that were sent to no upstream have
  /// the upstream `""`.
  private static MetricRow counter(
      String name,
      String help,
      String label,
      Function<TrafficSnapshot, Set<String>> values,
      Function<TrafficSeries, Map<String, Long>> counts) {
    return new MetricRow(
        name,
        Kind.COUNTER,
        MetricUnit.REQUESTS,
        help,
        List.of("upstream", label),
        (source, points) -> {
          TrafficSnapshot traffic = source.snapshot();
          Map<String, Map<String, Long>> sums = new TreeMap<>();
          SortedSet<String> upstreams = new TreeSet<>(traffic.plan().upstreams());
          upstreams.add("");
          for (String upstream : upstreams) {
            values.apply(traffic).forEach(value -> add(sums, upstream, value, 0));
          }
          for (TrafficSeries each : traffic.series()) {
            counts
                .apply(each)
                .forEach((value, count) -> add(sums, each.labels().upstream(), value, count));
          }
          sums.forEach((upstream, of) ->
              of.forEach((value, sum) ->
                  points.add(sum, upstream, label.equals("slo") ? SloRows.word(value) : value)));
        });
  }

  private static void add(
      Map<String, Map<String, Long>> sums, String upstream, String value, long count) {
    sums.computeIfAbsent(upstream, _ -> new TreeMap<>()).merge(value, count, Long::sum);
  }
}
