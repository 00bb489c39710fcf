package dev.goodput.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.tally.ReadingCount;
import dev.goodput.metrics.tally.SloCount;
import dev.goodput.metrics.tally.SloSums;
import dev.goodput.metrics.traffic.Abandonment;
import dev.goodput.metrics.traffic.TrafficCounts;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.Waste;
import dev.goodput.record.RequestRecord;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
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
  void readsAndWaitsAsTheMeterDoes() {
    TrafficMeter meter = new TrafficMeter(RandomTraffic.plan());
    records.forEach(meter::add);
    TrafficCounts truth = meter.snapshot(90_000_000_000L).all().totals();
    Rollup rollup = whole(SparseHistogram.FINE_BITS);

    ReadingCount reading = truth.reading();
    assertThat(rollup.get(RollupCount.READ_RESPONSES)).isEqualTo(reading.answers()).isPositive();
    assertThat(rollup.get(RollupCount.FAILED_STREAMS)).isEqualTo(reading.failed()).isPositive();
    assertThat(rollup.get(RollupCount.WHOLE_RESPONSES)).isEqualTo(reading.unstreamed());
    assertThat(rollup.get(RollupCount.NOTICEABLE_STALLS)).isEqualTo(reading.noticeable());
    assertThat(rollup.get(RollupCount.BROKEN_STALLS)).isEqualTo(reading.broken());
    assertThat(rollup.get(RollupCount.STALLS)).isEqualTo(reading.stalls());
    assertThat(rollup.get(RollupCount.STUTTERS)).isEqualTo(reading.stutters());
    assertThat(rollup.get(RollupCount.STALL_MICROS) * 1e3)
        .isEqualTo(reading.stallNanos(), within(500.0 * reading.answers()));
    assertThat(rollup.get(RollupCount.READING_MICROS) * 1e3)
        .isEqualTo(reading.readingNanos(), within(500.0 * reading.answers()));
    assertThat(rollup.get(RollupCount.CANCELLED_LATE)).isEqualTo(truth.cancelledLate());
  }

  @Test
  void timeToFirstTokenIncludesThoseThatLeftAsTheMeterDoes() {
    TrafficMeter meter = new TrafficMeter(RandomTraffic.plan());
    records.forEach(meter::add);
    Abandonment truth = meter.snapshot(90_000_000_000L).all().windows().getLast().abandonment();
    Abandonment found = whole(SparseHistogram.FINE_BITS).abandonment();

    assertThat(found.answered()).isEqualTo(truth.answered()).isPositive();
    assertThat(found.left()).isEqualTo(truth.left()).isPositive();
    assertThat(found.timedOut()).isEqualTo(truth.timedOut()).isPositive();
    assertNear(found.p50Ms(), truth.p50Ms());
    assertNear(found.p95Ms(), truth.p95Ms());
  }

  private static void assertNear(@Nullable Double found, @Nullable Double truth) {
    double exact = Objects.requireNonNull(truth);
    assertThat(found).isEqualTo(exact, within(2e-4 * exact));
  }

  @Test
  void rollupsOfTheFirstVersionAreReadAndGrow() throws IOException {
    // Written by version 1.0, one of 13 bits and one of 10, over the same 198 events.
    List<WindowRollup> old = new ArrayList<>();
    try (InputStream in = getClass().getResourceAsStream("rollups-1.0.txt")) {
      for (String line :
          new String(Objects.requireNonNull(in).readAllBytes(), UTF_8).lines().toList()) {
        old.add(WindowRollup.decode(HexFormat.of().parseHex(line)));
      }
    }
    for (WindowRollup each : old) {
      Rollup sums = each.sums();
      long before = sums.get(RollupCount.REQUESTS);
      assertThat(before).isEqualTo(194);
      assertThat(sums.get(RollupCount.READ_RESPONSES)).isZero();
      Rollup more = whole(sums.bits());
      sums.addAll(more);
      assertThat(sums.get(RollupCount.REQUESTS)).isEqualTo(before + more.get(RollupCount.REQUESTS));
      assertThat(sums.histogram(LatencyMetric.STALL).count())
          .isEqualTo(more.histogram(LatencyMetric.STALL).count());
      assertThat(WindowRollup.decode(each.encode()).encode()).isEqualTo(each.encode());
    }
  }

  @Test
  void anOlderReaderSkipsCountersAndHistogramsThatItDoesNotKnow() {
    byte[] code = new WindowRollup(0, 1, KEY, new Rollup(SparseHistogram.FINE_BITS)).encode();
    int counts = 3 + 2 + 1 + "acme".length() + "llama".length() + "chat".length() * 2 + 4;
    assertThat(code[counts]).isEqualTo((byte) RollupCount.NUMBER);
    byte[] newer = new byte[code.length + 4];
    System.arraycopy(code, 0, newer, 0, counts + 1 + RollupCount.NUMBER);
    newer[2] = 9;
    newer[counts] = (byte) (RollupCount.NUMBER + 2);
    newer[counts + RollupCount.NUMBER + 1] = 5;
    newer[counts + RollupCount.NUMBER + 2] = 6;
    int rest = counts + 1 + RollupCount.NUMBER;
    System.arraycopy(code, rest, newer, rest + 2, code.length - rest);
    int histograms = rest + 2 + 3;
    newer[histograms]++;
    newer[newer.length - 2] = SparseHistogram.FINE_BITS;
    newer[newer.length - 1] = 0;

    assertThat(WindowRollup.decode(newer).encode()).isEqualTo(code);
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
