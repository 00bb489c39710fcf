package dev.goodput.metrics.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.metrics.traffic.TrafficMeter;
import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.metrics.traffic.TrafficWindow;
import dev.goodput.record.Channel;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Compares inter-token latency in the report, in live traffic and in the progress of a run.
class ItlAgreementTest {
  private static final int REQUESTS = 100;

  /// A stream whose gaps grow by 1 ms each.
  private static RequestRecord stream(int id, int chunks, int tokensPerChunk, int tokens) {
    RequestMaker maker = RequestMaker.at(id).id(id);
    double at = id + 20;
    for (int i = 0; i < chunks; i++) {
      maker.chunk(at, Channel.ANSWER, tokensPerChunk);
      at += 5 + i;
    }
    return maker.usage(7, tokens).make();
  }

  private static RequestRecord withEndToken(int id) {
    int chunks = 2 + id % 5;
    return stream(id, chunks, -1, chunks + 1);
  }

  private static RequestRecord manyTokensPerChunk(int id) {
    return stream(id, 6, -1, 24);
  }

  private static RequestRecord usageInEveryChunk(int id) {
    return stream(id, 6, 3, 18);
  }

  private static void assertAgreed(List<RequestRecord> requests, ItlSource source) {
    LevelResult level = Analysed.level(Logs.open(requests.toArray(RequestRecord[]::new)));
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    LiveMetrics progress = new LiveMetrics();
    requests.forEach(meter::add);
    requests.forEach(progress::add);
    TrafficWindow window = meter.snapshot(1_000_000_000L).all().minute();
    Distribution reported = Objects.requireNonNull(level.latencies().itl());

    assertThat(level.tokens().itlSource()).isEqualTo(source);
    assertThat(window.counts().tokens().sources().itl()).isEqualTo(source);
    assertThat(window.latency(LatencyMetric.ITL))
        .usingRecursiveComparison()
        .ignoringFields("std", "nEffective")
        .isEqualTo(reported);
    assertClose(progress.snapshot().itlP50Ms(), reported.p50OrMax());
    assertClose(progress.snapshot().itlP95Ms(), reported.p95OrMax());
    assertThat(reported.p50() == null).isEqualTo(source == ItlSource.NONE);
  }

  private static void assertClose(@Nullable Double found, @Nullable Double expected) {
    if (expected == null) {
      assertThat(found).isNull();
    } else {
      assertThat(found).isCloseTo(expected, within(expected / 1000));
    }
  }

  @Test
  void shortResponsesWithAnEndTokenHaveOneTokenPerChunk() {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      requests.add(withEndToken(i));
    }

    assertAgreed(requests, ItlSource.CHUNKS);
  }

  @Test
  void chunksOfManyTokensHaveOnlyAMean() {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      requests.add(manyTokensPerChunk(i));
    }

    assertAgreed(requests, ItlSource.NONE);
  }

  @Test
  void usageInEveryChunkCountsItsTokens() {
    List<RequestRecord> requests = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      requests.add(usageInEveryChunk(i));
    }

    assertAgreed(requests, ItlSource.USAGE);
  }

  @Test
  void oneResponseInAHundredMayLackASource() {
    List<RequestRecord> requests = new ArrayList<>();
    requests.add(manyTokensPerChunk(0));
    for (int i = 1; i < REQUESTS; i++) {
      requests.add(i % 2 == 0 ? withEndToken(i) : usageInEveryChunk(i));
    }
    assertAgreed(requests, ItlSource.CHUNKS);

    requests.add(manyTokensPerChunk(REQUESTS));
    assertAgreed(requests, ItlSource.NONE);
  }
}
