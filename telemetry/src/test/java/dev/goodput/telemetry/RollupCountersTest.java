package dev.goodput.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.TrafficHistogram;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficSeries;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.record.RequestRecord;
import dev.goodput.telemetry.metric.ExportInput;
import dev.goodput.telemetry.metric.MetricCatalogue;
import dev.goodput.telemetry.metric.MetricPoints;
import dev.goodput.telemetry.metric.MetricRow;
import dev.goodput.telemetry.metric.PrometheusPage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The metrics of roll-ups against those of a gateway's meter over the same records.
class RollupCountersTest {
  private static final long WINDOW = 10_000;

  private final TrafficPlan plan = RandomTraffic.plan();
  private final List<RequestRecord> records = new RandomTraffic(11).records(3000, 60_000_000_000L);

  private TrafficSnapshot meter() {
    TrafficMeter meter = new TrafficMeter(plan);
    records.forEach(meter::add);
    return meter.snapshot(90_000_000_000L);
  }

  private List<RequestEvent> events() {
    RequestEvents maker = new RequestEvents(plan, "gw", 7, 0);
    return records.stream().map(maker::next).toList();
  }

  private static WindowRollup part(RequestEvent event) {
    Rollup sums = new Rollup(SparseHistogram.FINE_BITS);
    sums.add(event);
    long start = Math.floorDiv(event.endedMillis(), WINDOW) * WINDOW;
    return new WindowRollup(start, WINDOW, RollupKey.of(event.labels()), sums);
  }

  private RollupCounters counters(TrafficPlan of) {
    RollupCounters counters = new RollupCounters(of);
    events().forEach(event -> counters.add(part(event)));
    return counters;
  }

  private static MetricPoints points(MetricRow row, TrafficSnapshot snapshot) {
    return row.points(new ExportInput(snapshot, null));
  }

  /// Returns the values by their labels without the upstream, which roll-ups do not hold.
  private static Map<String, Double> numbers(MetricRow row, TrafficSnapshot snapshot) {
    Map<String, Double> sums = new TreeMap<>();
    points(row, snapshot)
        .numbers()
        .forEach((labels, value) -> sums.merge(withoutUpstream(row, labels), value, Double::sum));
    return sums;
  }

  private static String withoutUpstream(MetricRow row, List<String> labels) {
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      String label = row.labels().get(i);
      boolean unknown =
          label.equals("upstream")
              || (row.name().equals("output_tokens") && label.equals("outcome"));
      kept.add(unknown ? "" : labels.get(i));
    }
    return String.join("|", kept);
  }

  @Test
  void everyMetricIsThatOfTheMeter() {
    TrafficSnapshot meter = meter();
    TrafficSnapshot fleet = counters(plan).snapshot();
    List<MetricRow> rows =
        MetricCatalogue.ROWS.stream()
            .filter(MetricRow::rolledUp)
            .filter(row -> row.kind() != MetricRow.Kind.HISTOGRAM)
            .filter(row -> !row.name().equals("label_overflow_records"))
            .toList();
    assertThat(rows).hasSizeGreaterThan(30);
    for (MetricRow row : rows) {
      Map<String, Double> expected = numbers(row, meter);
      Map<String, Double> found = numbers(row, fleet);
      assertThat(found.keySet()).as(row.name()).isEqualTo(expected.keySet()).isNotEmpty();
      expected.forEach((labels, value) ->
          assertThat(found.get(labels))
              .as(row.name() + labels)
              .isEqualTo(value, within(1e-4 * Math.max(1, value))));
    }
  }

  @Test
  void theOutputOfSuccessfulRequestsIsKnownByOutcome() {
    long ok =
        events().stream()
            .filter(event -> event.result().kind() == EventResult.Kind.OK && event.result().last())
            .mapToLong(event -> event.tokens().output())
            .sum();
    assertThat(
            counters(plan).snapshot().series().stream()
                .mapToLong(
                    each -> Objects.requireNonNull(each.totals().outputByOutcome().get("ok")))
                .sum())
        .isEqualTo(ok)
        .isPositive();
  }

  @Test
  void everyHistogramIsThatOfTheMeterWithinItsError() {
    TrafficSnapshot meter = meter();
    TrafficSnapshot fleet = counters(plan).snapshot();
    int histograms = 0;
    for (MetricRow row : MetricCatalogue.ROWS) {
      if (row.rolledUp() && row.kind() == MetricRow.Kind.HISTOGRAM) {
        histograms++;
        TrafficHistogram any =
            points(row, fleet).histograms().values().stream().findFirst().orElseThrow();
        for (int bucket = 0; bucket <= any.edges(); bucket++) {
          int at = bucket;
          assertThat(sum(row, fleet, at))
              .as(row.name() + " up to " + any.edge(at))
              .isCloseTo(sum(row, meter, at), within(3L));
        }
        assertThat(sum(row, fleet, any.edges())).isEqualTo(sum(row, meter, any.edges()));
        assertThat(seconds(row, fleet)).isEqualTo(seconds(row, meter), within(1e-2));
      }
    }
    assertThat(histograms).isEqualTo(Rollup.LATENCIES.size());
  }

  private static long sum(MetricRow row, TrafficSnapshot snapshot, int bucket) {
    return points(row, snapshot).histograms().values().stream()
        .mapToLong(each -> each.countUpTo(bucket))
        .sum();
  }

  private static double seconds(MetricRow row, TrafficSnapshot snapshot) {
    return points(row, snapshot).histograms().values().stream()
        .mapToDouble(TrafficHistogram::sum)
        .sum();
  }

  @Test
  void thePageHasNoMetricThatRollupsDoNotHold() {
    String page =
        StandardCharsets.UTF_8
            .decode(
                PrometheusPage.ofRollups(0).render(counters(plan).snapshot(), "text/plain").body())
            .toString();
    assertThat(page)
        .contains("goodput_requests_total{", "goodput_slo_threshold_seconds{")
        .doesNotContain(
            "goodput_chunks_total", "goodput_dropped_observations", "goodput_attempts_");
  }

  @Test
  void requestsOfAnSloThatIsNotNamedAreCountedApart() {
    RollupCounters counters =
        counters(TrafficPlan.DEFAULTS.withSlo("chat", Slo.parse("p95 ttft<=300ms, tpot<=30ms")));
    long batch =
        events().stream()
            .filter(event -> event.labels().sloClass().equals("batch"))
            .map(RequestEvent::verdict)
            .filter(verdict -> verdict != null && verdict.judged())
            .count();
    assertThat(counters.unnamed()).isEqualTo(batch).isPositive();
    assertThat(counters.snapshot().series())
        .flatExtracting(each -> each.totals().slos().keySet())
        .containsOnly("chat");
  }

  @Test
  void withoutSlosTheClassIsTheName() {
    RollupCounters counters = counters(TrafficPlan.DEFAULTS);
    assertThat(counters.unnamed()).isZero();
    for (TrafficSeries each : counters.snapshot().series()) {
      assertThat(each.totals().slos().keySet()).containsOnly(each.labels().sloClass());
    }
  }

  @Test
  void moreSeriesThanTheLimitBecomeOther() {
    RollupCounters counters = counters(plan.withCaps(2, 3, 1));
    TrafficSnapshot found = counters.snapshot();
    assertThat(found.series())
        .extracting(each -> each.labels().tenant())
        .contains("other")
        .hasSizeLessThanOrEqualTo(3 + 2);
    assertThat(found.series().stream().mapToLong(each -> each.totals().requests()).sum())
        .isEqualTo(meter().all().totals().requests());
    assertThat(found.folded().get(TrafficLabel.TENANT)).isPositive();
  }

  @Test
  void coarserKeysWouldCountTwice() {
    RollupCounters counters = new RollupCounters(plan);
    WindowRollup all =
        new WindowRollup(
            0, WINDOW, new RollupKey(0, "", "", "", ""), new Rollup(SparseHistogram.FINE_BITS));
    assertThatThrownBy(() -> counters.add(all)).isInstanceOf(IllegalArgumentException.class);
  }
}
