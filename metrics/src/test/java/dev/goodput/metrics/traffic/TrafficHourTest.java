package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Channel;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests with almost an hour of invented traffic of every kind.
@Tag("property")
class TrafficHourTest {
  private static final long SEED = 20261123;
  private static final long SECOND = 1_000_000_000L;
  private static final int SECONDS = 2900;
  private static final TrafficPlan PLAN =
      TrafficPlan.DEFAULTS
          .withSlo("chat", Slo.parse("p95 ttft<=200ms, p95 tpot<=80ms"))
          .withSlo("code", Slo.parse("ttft<=100ms, tpot<=30ms"))
          .withPrice(
              "",
              ModelPrice.of(
                  "",
                  "USD",
                  Map.of(
                      Kind.INPUT,
                      1.0,
                      Kind.CACHED_INPUT,
                      .1,
                      Kind.OUTPUT,
                      4.0,
                      Kind.REASONING,
                      4.0)))
          .withCaps(20, 60, 8 << 20);

  private final Random random = new Random(SEED);

  private RequestRecord invented(int second, int i) {
    double at = second * 1000.0 + i * 90;
    RequestMaker maker = RequestMaker.at(at).id(second * 10L + i).passage(passage());
    int tokens = 2 + random.nextInt(20);
    double chunk = at + 40 + Math.abs(random.nextGaussian()) * 120;
    double each = 5 + random.nextInt(60);
    for (int token = 0; token < tokens; token++) {
      maker.chunk(chunk, Channel.ANSWER, 1);
      chunk += each;
    }
    maker.usage(100 + random.nextInt(900), tokens).ended(chunk);
    return switch (random.nextInt(20)) {
      case 0 -> maker.outcome(new Outcome.Cancelled("the client left")).make();
      case 1 -> maker.outcome(new Outcome.Truncated("")).make();
      case 2 -> maker.attempt(0, false).outcome(new Outcome.Reset("")).make();
      default -> maker.make();
    };
  }

  private GatewayInfo passage() {
    return Passages.of(
        "model-" + random.nextInt(30),
        "tenant-" + random.nextInt(4),
        "engine-" + random.nextInt(2),
        "session-" + random.nextInt(5000),
        random.nextBoolean() ? "chat" : "code",
        GatewayInfo.Parting.DELIVERED);
  }

  private static long sum(Collection<TrafficSeries> series, ToLongFunction<TrafficCounts> figure) {
    return series.stream().map(TrafficSeries::totals).mapToLong(figure).sum();
  }

  @Test
  void partsAddUpAndIdentitiesHold() {
    TrafficMeter meter = new TrafficMeter(PLAN);
    long added = 0;
    for (int second = 0; second < SECONDS; second++) {
      for (int i = 0; i < 6; i++) {
        meter.add(invented(second, i));
        added++;
      }
      meter.inFlight(second * SECOND, List.of(new InFlight("engine-0", 3, 1, 2)));
    }

    TrafficSnapshot snapshot = meter.snapshot((SECONDS + 10) * SECOND);

    assertThat(snapshot.records()).as("seed %d", SEED).isEqualTo(added);
    assertThat(snapshot.series()).hasSizeLessThanOrEqualTo(60);
    addsUp(snapshot.all(), snapshot.series());
    snapshot.rollups().values().forEach(values -> addsUp(snapshot.all(), values.values()));
    snapshot.rollups().values().forEach(values -> windowsAddUp(snapshot.all(), values.values()));
    identities(snapshot.all());
    theHourIsTheWhole(snapshot.all());
  }

  private static void addsUp(TrafficSeries all, Collection<TrafficSeries> parts) {
    List<ToLongFunction<TrafficCounts>> figures =
        List.of(
            TrafficCounts::requests,
            TrafficCounts::attempts,
            counts -> counts.tokens().output(),
            counts -> counts.slos().values().stream().mapToLong(SloCount::good).sum(),
            counts -> counts.waste().values().stream().mapToLong(Waste::outputTokens).sum());
    for (ToLongFunction<TrafficCounts> figure : figures) {
      assertThat(sum(parts, figure)).isEqualTo(figure.applyAsLong(all.totals())).isPositive();
    }
    assertThat(parts.stream().mapToLong(part -> part.histogram(LatencyMetric.TTFT).count()).sum())
        .isEqualTo(all.histogram(LatencyMetric.TTFT).count());
    assertThat(parts.stream().mapToDouble(part -> part.totals().money()).sum())
        .isCloseTo(all.totals().money(), within(1e-6));
  }

  private static void windowsAddUp(TrafficSeries all, Collection<TrafficSeries> parts) {
    assertThat(parts.stream().mapToLong(part -> part.fiveMinutes().counts().requests()).sum())
        .isEqualTo(all.fiveMinutes().counts().requests())
        .isPositive();
    assertThat(parts.stream().mapToLong(part -> count(part.fiveMinutes())).sum())
        .isEqualTo(count(all.fiveMinutes()));
  }

  private static long count(TrafficWindow window) {
    return Objects.requireNonNull(window.latency(LatencyMetric.TTFT)).count();
  }

  private static void identities(TrafficSeries all) {
    TrafficCounts totals = all.totals();
    TrafficHistogram e2el = all.histogram(LatencyMetric.E2EL);
    TrafficHistogram ttft = all.histogram(LatencyMetric.TTFT);
    TrafficHistogram generation = all.histogram(LatencyMetric.GENERATION_TIME);
    assertThat(e2el.sum()).isCloseTo(ttft.sum() + generation.sum(), within(1e-6));
    assertThat(e2el.count()).isEqualTo(totals.ok());
    assertThat(all.histogram(LatencyMetric.ITL).sum()).isCloseTo(generation.sum(), within(1e-3));
    assertThat(all.histogram(LatencyMetric.OUTPUT_TOKENS).sum())
        .isEqualTo((double) totals.tokens().okOutput());
    assertThat(totals.ok() + totals.failed() + totals.cancelled()).isEqualTo(totals.requests());
    assertThat(totals.outputByOutcome().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(totals.tokens().output());
    assertThat(totals.byOutcome().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(totals.requests());
  }

  /// The meter started less than an hour ago.
  private static void theHourIsTheWhole(TrafficSeries all) {
    TrafficWindow hour = all.hour();

    assertThat(hour.counts())
        .usingRecursiveComparison()
        .withComparatorForType(
            (one, other) -> Math.abs(one - other) < 1e-3 ? 0 : Double.compare(one, other),
            Double.class)
        .isEqualTo(all.totals());
    assertThat(hour.availability()).isEqualTo(all.availability());
    assertThat(hour.seconds()).isEqualTo(SECONDS + 10.0);
    assertThat(Objects.requireNonNull(hour.latency(LatencyMetric.TTFT)).count())
        .isEqualTo(all.histogram(LatencyMetric.TTFT).count());
    assertThat(hour.unplaced()).as("bytes: %d", PLAN.windowBytes()).isZero();
  }
}
