package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.EngineStateTracker.ServerChange;
import dev.goodput.observe.EngineStateTracker.State;
import dev.goodput.observe.EngineStateTracker.Step;
import dev.goodput.observe.Scrape.FailedScrape;
import dev.goodput.observe.Scrape.FailureReason;
import dev.goodput.observe.Scrape.SuccessfulScrape;
import dev.goodput.wire.client.PageAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class EngineStateTrackerTest {
  private static final long SECOND = 1_000_000_000L;
  private static final double UNTOLD = Double.NaN;

  private Instant wall = Instant.EPOCH;
  private final EngineStateTracker tracker = new EngineStateTracker(() -> wall);

  /// Adds a scrape at its time of day, which is 1000 s ahead of the timestamps.
  private @Nullable ServerChange dated(Scrape scrape) {
    wall = Instant.ofEpochSecond(1_000, scrape.atNanos());
    return tracker.add("a", scrape);
  }

  private static SuccessfulScrape scrape(
      double atSeconds, double began, double running, double tokens) {
    return scrape("page", atSeconds, began, running, tokens);
  }

  private static SuccessfulScrape scrape(
      String page, double atSeconds, double began, double running, double tokens) {
    Map<EngineMetric, MetricReading> readings = new EnumMap<>(EngineMetric.class);
    put(EngineMetric.RUNNING, running, readings);
    put(EngineMetric.KV_CACHE_USAGE, running / 10, readings);
    put(EngineMetric.GENERATION_TOKENS, tokens, readings);
    EngineReadings metrics = new EngineReadings(readings, began, 0);
    return new SuccessfulScrape(page, Math.round(atSeconds * SECOND), 0, metrics);
  }

  private static SuccessfulScrape gpu(double atSeconds, double share) {
    Map<EngineMetric, MetricReading> readings = new EnumMap<>(EngineMetric.class);
    put(EngineMetric.GPU_UTILIZATION, share, readings);
    return new SuccessfulScrape(
        "gpus", Math.round(atSeconds * SECOND), 0, new EngineReadings(readings, 1, 0));
  }

  private EngineStateTracker.Page first(double atSeconds) {
    return tracker.pages(Math.round(atSeconds * SECOND)).getFirst();
  }

  private Map<EngineMetric, Double> known(double atSeconds) {
    return tracker.known(Math.round(atSeconds * SECOND)).stream()
        .map(EngineFigures::values)
        .findFirst()
        .orElse(Map.of());
  }

  private static void put(
      EngineMetric sign, double value, Map<EngineMetric, MetricReading> readings) {
    readings.put(sign, new MetricReading("m", new TreeMap<>(Map.of("", value))));
  }

  private static FailedScrape miss(double atSeconds) {
    return new FailedScrape(
        "page", Math.round(atSeconds * SECOND), FailureReason.UNREACHABLE, "refused");
  }

  @Test
  void addsRequestsOverAllUpstreamsAndTakesTheMeanOfShares() {
    assertThat(tracker.add("a", scrape(5.1, 1, 4, 100))).isNull();
    assertThat(tracker.add("b", scrape(5.4, 1, 2, 100))).isNull();
    assertThat(tracker.series(EngineMetric.RUNNING, 5 * SECOND, Step.SECOND, 1)).containsExactly(6);
    assertThat(tracker.series(EngineMetric.KV_CACHE_USAGE, 5 * SECOND, Step.SECOND, 1))
        .containsExactly((0.4 + 0.2) / 2);
  }

  @Test
  void tellsOfCountersTheIncreaseEachSecond() {
    tracker.add("a", scrape(5.1, 1, 4, 100));
    tracker.add("a", scrape(6.1, 1, 4, 350));
    tracker.add("a", scrape(8.1, 1, 4, 850));
    assertThat(tracker.series(EngineMetric.GENERATION_TOKENS, 5 * SECOND, Step.SECOND, 4))
        .containsExactly(UNTOLD, 250, 250, 250);
    assertThat(first(8.2).values().get(EngineMetric.GENERATION_TOKENS)).isEqualTo(750);
  }

  @Test
  void bridgesALookThatIsLateAndNoSilence() {
    tracker.add("a", scrape(5.9, 1, 4, 100));
    tracker.add("a", scrape(7.1, 1, 6, 100));
    assertThat(tracker.series(EngineMetric.RUNNING, 4 * SECOND, Step.SECOND, 7))
        .containsExactly(UNTOLD, 4, 4, 6, 6, 6, UNTOLD);
  }

  @Test
  void keepsMinutesLongerThanSeconds() {
    for (int second = 0; second < 1200; second++) {
      tracker.add("a", scrape(second, 1, second < 60 ? 2 : 8, second));
    }
    assertThat(tracker.series(EngineMetric.RUNNING, 0, Step.SECOND, 1)).containsExactly(UNTOLD);
    assertThat(tracker.series(EngineMetric.RUNNING, 0, Step.MINUTE, 3)).containsExactly(2, 8, 8);
    assertThat(tracker.series(EngineMetric.GENERATION_TOKENS, 60 * SECOND, Step.MINUTE, 1))
        .containsExactly(1);
  }

  @Test
  void seesAServerThatBeganAnewWithAndWithoutItsWord() {
    tracker.add("a", scrape(1, 100, 4, 900));
    assertThat(tracker.add("a", scrape(2, 150, 1, 30))).isEqualTo(ServerChange.RESTARTED);
    tracker.add("b", scrape(1, UNTOLD, 4, 900));
    assertThat(tracker.add("b", scrape(2, UNTOLD, 1, 30))).isEqualTo(ServerChange.RESTARTED);
    assertThat(tracker.pages(2 * SECOND)).allMatch(page -> page.restarts() == 1);
    assertThat(tracker.known(2 * SECOND)).hasSize(2).allMatch(known -> known.restarts() == 1);
    assertThat(tracker.series(EngineMetric.GENERATION_TOKENS, 2 * SECOND, Step.SECOND, 1))
        .containsExactly(60);
  }

  @Test
  void tellsOnceThatAPageWentOutOfReachAndThatItIsBack() {
    assertThat(tracker.add("a", miss(0))).as("never read").isEqualTo(ServerChange.OUT_OF_REACH);
    assertThat(tracker.add("a", scrape(1, 1, 4, 100))).isEqualTo(ServerChange.BACK);
    assertThat(tracker.add("a", miss(2))).isEqualTo(ServerChange.OUT_OF_REACH);
    assertThat(tracker.add("a", miss(3))).isNull();
    assertThat(first(3).values()).isEmpty();
    assertThat(first(3).miss()).isNotNull();
    assertThat(first(3).state()).isEqualTo(State.MISSED);
    assertThat(tracker.add("a", scrape(4, 1, 4, 100))).isEqualTo(ServerChange.BACK);
    assertThat(first(4).miss()).isNull();
    assertThat(first(4).state()).isEqualTo(State.READ);
  }

  @Test
  void knowsOfAnUpstreamWhatAllOfItsPagesSay() {
    tracker.add("a", scrape("one", 1, 1, 4, 100));
    tracker.add("a", scrape("two", 1.2, 1, 2, 100));
    tracker.add("a", gpu(1.4, 0.9));
    tracker.add("b", scrape("one", 1.5, 1, 8, 100));
    tracker.add("a", scrape("one", 2, 1, 4, 130));
    tracker.add("a", scrape("two", 2.2, 1, 2, 105));
    assertThat(tracker.known(3 * SECOND))
        .extracting(EngineFigures::upstream)
        .containsExactly("a", "b");
    assertThat(known(3))
        .containsEntry(EngineMetric.RUNNING, 6.0)
        .containsEntry(EngineMetric.KV_CACHE_USAGE, (0.4 + 0.2) / 2)
        .containsEntry(EngineMetric.GENERATION_TOKENS, 35.0)
        .containsEntry(EngineMetric.GPU_UTILIZATION, 0.9);
  }

  @Test
  void keepsWhatAPageCountedWhileItIsAwayAndOthersTell() {
    tracker.add("a", scrape("one", 1, 1, 4, 100));
    tracker.add("a", scrape("two", 1, 1, 2, 100));
    tracker.add("a", scrape("page", 1, 1, 1, 100));
    tracker.add("a", scrape("one", 2, 1, 4, 130));
    tracker.add("a", scrape("page", 2, 1, 1, 107));
    tracker.add("a", miss(3));
    assertThat(known(3))
        .containsEntry(EngineMetric.RUNNING, 6.0)
        .containsEntry(EngineMetric.GENERATION_TOKENS, 37.0);
  }

  @Test
  void knowsNothingOfAPageThatWasMissedOrNotHeardOfForAFewLooks() {
    tracker.add("a", scrape(1, 1, 4, 100));
    assertThat(known(10)).containsEntry(EngineMetric.RUNNING, 4.0);
    assertThat(known(17)).isEmpty();
    assertThat(first(17).values()).isEmpty();
    assertThat(first(17).state()).isEqualTo(State.STALE);
    tracker.add("a", scrape(18, 1, 5, 100));
    assertThat(known(18)).containsEntry(EngineMetric.RUNNING, 5.0);
    tracker.add("a", miss(19));
    assertThat(known(19)).isEmpty();
  }

  @Test
  void makesNoFiguresOfSeveralServersThatAnswerInTurn() {
    double[] counts = {100, 1000};
    for (int second = 0; second < 60; second++) {
      counts[second % 2]++;
      tracker.add("a", scrape(second, UNTOLD, second % 2 * 30, counts[second % 2]));
    }
    assertThat(first(60).state()).isEqualTo(State.SEVERAL_SERVERS);
    assertThat(first(60).values()).isEmpty();
    assertThat(first(60).restarts()).isLessThanOrEqualTo(2);
    assertThat(known(60)).isEmpty();
    assertThat(tracker.series(EngineMetric.GENERATION_TOKENS, 10 * SECOND, Step.SECOND, 50))
        .containsOnly(UNTOLD);
  }

  @Test
  void followsAServerAgainThatIsAloneAfterARollingUpdate() {
    tracker.add("a", scrape(0, 100, 4, 900));
    assertThat(tracker.add("a", scrape(1, 500, 1, 10))).isEqualTo(ServerChange.RESTARTED);
    tracker.add("a", scrape(2, 100, 4, 910));
    assertThat(first(2).state()).isEqualTo(State.SEVERAL_SERVERS);
    for (int second = 3; second < 64; second++) {
      assertThat(tracker.add("a", scrape(second, 500, 1, second))).isNull();
    }
    tracker.add("a", scrape(64, 500, 2, 70));
    assertThat(first(64).state()).isEqualTo(State.READ);
    assertThat(known(64))
        .containsEntry(EngineMetric.RUNNING, 2.0)
        .containsEntry(EngineMetric.GENERATION_TOKENS, 70.0 - 63);
  }

  @Test
  void takesAServerThatIsBackForNoRestartHoweverLongTheOtherWasAlone() {
    double[] counted = {900, 5000};
    List<ServerChange> reported = new ArrayList<>();
    for (int second = 0; second < 800; second++) {
      int replica = second / 100 % 2;
      counted[replica]++;
      ServerChange turn = dated(scrape(second, replica == 0 ? 100 : 500, 4, counted[replica]));
      if (turn != null) {
        reported.add(turn);
      }
    }

    assertThat(reported).containsExactly(ServerChange.REPLACED);
    assertThat(first(799).restarts()).isZero();
    assertThat(first(799).values().get(EngineMetric.GENERATION_TOKENS)).isBetween(1.0, 100.0);
    assertThat(
            Arrays.stream(tracker.series(EngineMetric.GENERATION_TOKENS, SECOND, Step.SECOND, 798)))
        .allMatch(perSecond -> Double.isNaN(perSecond) || perSecond == 1);
  }

  @Test
  void countsNothingOfAYoungerServerThatBeganBeforeTheOtherWasLastSeen() {
    dated(scrape(99, 500, 4, 90));
    dated(scrape(100, 500, 4, 100));
    assertThat(dated(scrape(101, 1_089, 3, 5_000))).isEqualTo(ServerChange.REPLACED);
    assertThat(first(101).state()).isEqualTo(State.READ);
    assertThat(known(101)).containsEntry(EngineMetric.RUNNING, 3.0);
    assertThat(dated(scrape(102, 1_089, 3, 5_004))).isNull();
    assertThat(first(102).restarts()).isZero();
    assertThat(known(102)).containsEntry(EngineMetric.GENERATION_TOKENS, 10.0 + 4);

    // The first server is back: two answer in turn, so no increase is counted.
    assertThat(dated(scrape(103, 500, 4, 120))).isNull();
    assertThat(first(103).state()).isEqualTo(State.SEVERAL_SERVERS);
  }

  @Test
  void takesAServerThatBeganWhenTheOtherWasLastSeenForARestartThoughClocksDiffer() {
    dated(scrape(100, 500, 4, 100));
    assertThat(dated(scrape(101, 1_091, 4, 30))).isEqualTo(ServerChange.RESTARTED);
    dated(miss(102));
    assertThat(dated(scrape(200, 1_103, 4, 7))).isEqualTo(ServerChange.RESTARTED);
    assertThat(known(200)).containsEntry(EngineMetric.GENERATION_TOKENS, 37.0);
  }

  @Test
  void countsAMomentWithoutALookAsTimeAlone() {
    for (int second = 0; second < 4; second++) {
      tracker.add("a", scrape(second, second % 2 == 0 ? 100 : 500, 4, 900));
    }
    for (int second = 4; second < 64; second++) {
      tracker.add("a", second % 20 == 0 ? miss(second) : scrape(second, 500, 4, 900));
    }
    assertThat(first(63).state()).isEqualTo(State.READ);
  }

  @Test
  void countsNoTimeInWhichNobodyAnsweredAsTimeAlone() {
    for (int second = 0; second < 4; second++) {
      tracker.add("a", scrape(second, second % 2 == 0 ? 100 : 500, 4, 900));
    }
    for (int second = 4; second < 70; second++) {
      tracker.add("a", miss(second));
    }
    tracker.add("a", scrape(70, 500, 4, 901));
    tracker.add("a", scrape(71, 500, 4, 902));
    assertThat(first(71).state()).isEqualTo(State.SEVERAL_SERVERS);
    for (int second = 72; second < 132; second++) {
      tracker.add("a", scrape(second, 500, 4, 900));
    }
    assertThat(first(131).state()).isEqualTo(State.READ);
  }

  @Test
  void letsAPageThatWasJustMissedStandInTheMeanOfShares() {
    tracker.add("a", scrape("one", 1, 1, 9, 100));
    tracker.add("a", scrape("page", 1, 1, 3, 100));
    assertThat(known(1)).containsEntry(EngineMetric.KV_CACHE_USAGE, 0.6);
    tracker.add("a", scrape("one", 2, 1, 9, 100));
    tracker.add("a", miss(2));
    assertThat(known(2))
        .containsEntry(EngineMetric.KV_CACHE_USAGE, 0.6)
        .containsEntry(EngineMetric.RUNNING, 9.0);
    assertThat(tracker.known(2 * SECOND)).extracting(EngineFigures::kvPages).containsExactly(2);
    tracker.add("a", scrape("one", 17, 1, 9, 100));
    assertThat(known(17)).containsEntry(EngineMetric.KV_CACHE_USAGE, 0.9);
    assertThat(tracker.known(17 * SECOND)).extracting(EngineFigures::kvPages).containsExactly(1);
  }

  @Test
  void countsPagesOnlyByWhatTheySayOfTheKvCache() {
    tracker.add("a", gpu(1, 0.9));
    assertThat(tracker.known(SECOND)).extracting(EngineFigures::kvPages).containsExactly(0);
    tracker.add("a", scrape(2, 1, 4, 100));
    assertThat(tracker.known(2 * SECOND)).extracting(EngineFigures::kvPages).containsExactly(1);
    tracker.add("a", scrape(17, 1, 4, 100));
    assertThat(known(17)).doesNotContainKey(EngineMetric.GPU_UTILIZATION);
    assertThat(tracker.known(17 * SECOND)).extracting(EngineFigures::kvPages).containsExactly(1);
  }

  @Test
  void knowsWhatAnEngineIsCalledByTheNamesOfItsMetrics() {
    String vllm = "vllm:num_requests_running 1\n";
    String gpus = "DCGM_FI_DEV_GPU_UTIL 50\n";
    tracker.add("a", new SuccessfulScrape("gpus", SECOND, 0, Exports.read(gpus, null)));
    tracker.add("b", new SuccessfulScrape("gpus", SECOND, 0, Exports.read(gpus, null)));
    tracker.add("b", new SuccessfulScrape("page", SECOND, 0, Exports.read(vllm, null)));
    tracker.add(
        "c",
        new SuccessfulScrape("page", SECOND, 0, Exports.read("sglang:num_running_reqs 1\n", null)));
    tracker.add(
        "d",
        new SuccessfulScrape(
            "page", SECOND, 0, Exports.read("llamacpp:requests_processing 1\n", null)));
    tracker.add(
        "e", new SuccessfulScrape("page", SECOND, 0, Exports.read("tgi_queue_size 1\n", null)));
    assertThat(tracker.known(SECOND))
        .extracting(EngineFigures::engine)
        .containsExactly("", "vllm", "sglang", "llama.cpp", "tgi");
  }

  @Test
  void forgetsPagesThatAreNoMoreAndFollowsNoMoreThanItMay() {
    for (int i = 0; i < 100; i++) {
      tracker.add("u" + i, scrape("http://h:1/metrics", 1, 1, 4, 100));
    }
    assertThat(tracker.pages(SECOND)).hasSize(64);
    tracker.retain(
        List.of(upstream("u3", "http://h:1/metrics"), upstream("u4", "http://h:2/metrics")));
    assertThat(tracker.pages(SECOND))
        .singleElement()
        .satisfies(page -> assertThat(page.upstream()).isEqualTo("u3"));
    tracker.add("u70", scrape("http://h:1/metrics", 1, 1, 4, 100));
    assertThat(tracker.pages(SECOND)).hasSize(2);
  }

  @Test
  void keepsRestartsOfPagesThatAreNoMore() {
    for (String page : List.of("http://h:1/metrics", "http://h:2/metrics")) {
      tracker.add("a", scrape(page, 1, 100, 4, 900));
      tracker.add("a", scrape(page, 2, page.contains("2") ? 150 : 100, 4, 950));
    }
    tracker.retain(List.of(upstream("a", "http://h:1/metrics")));
    assertThat(tracker.known(2 * SECOND))
        .singleElement()
        .satisfies(known -> assertThat(known.restarts()).isEqualTo(1));
  }

  private static UpstreamScraper.Upstream upstream(String name, String url) {
    return new UpstreamScraper.Upstream(
        name, PageAddress.parse("--server-metrics", url, ScrapeTargets.PAGE));
  }
}
