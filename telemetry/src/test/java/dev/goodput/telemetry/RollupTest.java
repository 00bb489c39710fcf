package dev.goodput.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.tally.SloSums;
import dev.goodput.metrics.traffic.TrafficCounts;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.Waste;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Roll-ups of events against the gateway's own meter over the same records.
class RollupTest {
  private static final RollupKey KEY =
      new RollupKey(RollupKey.FULL, "acme", "llama", "chat", "chat");

  private final List<RequestRecord> records = new RandomTraffic(3).records(3000, 60_000_000_000L);
  private final List<RequestEvent> events = events();

  private List<RequestEvent> events() {
    RequestEvents maker = new RequestEvents(RandomTraffic.plan(), "gw", 7, 0);
    List<RequestEvent> made = new ArrayList<>();
    records.forEach(record -> made.add(EventCodec.decode(EventCodec.encode(maker.next(record)))));
    return made;
  }

  private static byte[] bytes(Rollup rollup) {
    return new WindowRollup(0, 1, KEY, rollup).encode();
  }

  private Rollup whole(int bits) {
    Rollup rollup = new Rollup(bits);
    events.forEach(rollup::add);
    return rollup;
  }

  @Test
  void countsWhatTheMeterCounts() {
    TrafficMeter meter = new TrafficMeter(RandomTraffic.plan());
    records.forEach(meter::add);
    TrafficCounts truth = meter.snapshot(90_000_000_000L).all().totals();
    Rollup rollup = whole(SparseHistogram.FINE_BITS);

    assertThat(rollup.get(RollupCount.REQUESTS)).isEqualTo(truth.requests());
    assertThat(rollup.get(RollupCount.OK)).isEqualTo(truth.ok());
    assertThat(rollup.get(RollupCount.FAILED)).isEqualTo(truth.failed());
    assertThat(rollup.get(RollupCount.CANCELLED)).isEqualTo(truth.cancelled());
    assertThat(rollup.get(RollupCount.ATTEMPTS)).isEqualTo(truth.attempts());
    assertThat(rollup.get(RollupCount.RETRIES)).isEqualTo(truth.retries());
    assertThat(rollup.get(RollupCount.INPUT_TOKENS)).isEqualTo(truth.tokens().input());
    assertThat(rollup.get(RollupCount.CACHED_INPUT_TOKENS)).isEqualTo(truth.tokens().cachedInput());
    assertThat(rollup.get(RollupCount.OUTPUT_TOKENS)).isEqualTo(truth.tokens().output());
    assertThat(rollup.get(RollupCount.FAILED_OUTPUT_TOKENS))
        .isEqualTo(truth.tokens().failedOutput());
    assertThat(rollup.get(RollupCount.PRICED_ATTEMPTS)).isEqualTo(truth.priced());
    assertThat(rollup.get(RollupCount.COST_NANOS) / 1e9).isEqualTo(truth.money(), within(1e-6));
    assertThat(rollup.outcomes()).isEqualTo(truth.byOutcome());
    assertThat(rollup.waste().keySet()).isEqualTo(truth.waste().keySet());
    truth.waste().forEach((cause, waste) -> assertWaste(in(rollup.waste(), cause), waste));
    assertThat(rollup.slos()).hasSize(2);
    truth.slos().values().forEach(slo -> assertSlo(rollup, slo));
  }

  /// Returns the value of a key that must exist.
  private static <K, V> V in(Map<K, V> map, K key) {
    return Objects.requireNonNull(map.get(key), key.toString());
  }

  private static void assertWaste(Waste found, Waste truth) {
    assertThat(found.attempts()).isEqualTo(truth.attempts());
    assertThat(found.inputTokens()).isEqualTo(truth.inputTokens());
    assertThat(found.outputTokens()).isEqualTo(truth.outputTokens());
    assertThat(found.money() / 1e9).isEqualTo(truth.money(), within(1e-6));
  }

  private static void assertSlo(Rollup rollup, SloCount truth) {
    SloSums found = in(rollup.slos(), EventVerdict.id(truth.slo()));
    assertThat(found.total()).isEqualTo(truth.total()).isPositive();
    assertThat(found.good()).isEqualTo(truth.good()).isPositive();
    assertThat(found.goodTokens()).isEqualTo(truth.goodTokens());
    assertThat(found.onTimeTokens()).isEqualTo(truth.onTimeTokens());
    assertThat(found.output()).isEqualTo(truth.output());
    assertThat(found.streamed()).isEqualTo(truth.streamed());
    for (int i = 0; i < truth.bounds().size(); i++) {
      assertThat(found.applies(i)).isEqualTo(truth.bounds().get(i).applies());
      assertThat(found.within(i)).isEqualTo(truth.bounds().get(i).within());
    }
  }

  @Test
  void latenciesAreThoseOfTheLastAttemptsThatSucceeded() {
    for (LatencyMetric metric : Rollup.LATENCIES) {
      long[] sorted =
          events.stream()
              .filter(event -> event.result().last())
              .filter(event -> event.result().kind() == EventResult.Kind.OK)
              .mapToDouble(event -> event.latency(metric))
              .filter(value -> !Double.isNaN(value))
              .mapToLong(Math::round)
              .sorted()
              .toArray();
      SparseHistogram histogram = whole(SparseHistogram.FINE_BITS).histogram(metric);
      assertThat(histogram.count()).isEqualTo(sorted.length).isPositive();
      long exact = sorted[(sorted.length * 95 + 99) / 100 - 1];
      assertThat((double) histogram.percentile(95))
          .isEqualTo((double) exact, within(histogram.relativeError() * exact + 1));
    }
  }

  @Test
  void mergingIsExactInAnyOrder() {
    SplittableRandom random = new SplittableRandom(1);
    List<Rollup> parts = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      parts.add(new Rollup(SparseHistogram.FINE_BITS));
    }
    events.forEach(event -> parts.get(random.nextInt(7)).add(event));
    for (int bits : new int[] {SparseHistogram.FINE_BITS, SparseHistogram.COARSE_BITS}) {
      Rollup merged = new Rollup(bits);
      parts.reversed().forEach(merged::addAll);
      assertThat(bytes(merged)).isEqualTo(bytes(whole(bits)));
    }
  }

  @Test
  void readsBackWhatItWrote() {
    byte[] code = new WindowRollup(1000, 10_000, KEY, whole(SparseHistogram.FINE_BITS)).encode();
    WindowRollup read = WindowRollup.decode(code);

    assertThat(read.startMillis()).isEqualTo(1000);
    assertThat(read.lengthMillis()).isEqualTo(10_000);
    assertThat(read.key()).isEqualTo(KEY);
    assertThat(read.encode()).isEqualTo(code);
  }

  @Test
  void damagedBytesGiveARollupOrAnError() {
    SplittableRandom random = new SplittableRandom(2);
    Rollup few = new Rollup(SparseHistogram.FINE_BITS);
    events.subList(0, 30).forEach(few::add);
    byte[] good = bytes(few);
    int refused = 0;
    for (int i = 0; i < 5_000; i++) {
      byte[] bad = good.clone();
      for (int j = random.nextInt(3); j >= 0; j--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      try {
        WindowRollup.decode(bad).encode();
      } catch (EventFormatException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(500);
    assertThatThrownBy(() -> WindowRollup.decode(EventCodec.encode(events.getFirst())))
        .hasMessage("not a roll-up: it starts with 0x47, not 0x52");
  }

  @Test
  void rollsAFullKeyUpToAllTrafficAndToEachLabel() {
    assertThat(KEY.coarser())
        .containsExactly(
            new RollupKey(0, "", "", "", ""),
            new RollupKey(1, "acme", "", "", ""),
            new RollupKey(2, "", "llama", "", ""),
            new RollupKey(4, "", "", "chat", ""),
            new RollupKey(8, "", "", "", "chat"));
  }

  @Test
  void eventsOfDifferentSlosAreNeverAdded() {
    assertThat(EventVerdict.id(Slo.parse("ttft<=300ms")))
        .isNotEqualTo(EventVerdict.id(Slo.parse("ttft<=301ms")));
  }
}
