package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.observe.EngineTrail.State;
import dev.goodput.observe.EngineTrail.Step;
import dev.goodput.observe.EngineTrail.Turn;
import dev.goodput.observe.Observation.Missed;
import dev.goodput.observe.Observation.Seen;
import dev.goodput.observe.Observation.Why;
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

final class EngineTrailTest {
  private static final long SECOND = 1_000_000_000L;
  private static final double UNTOLD = Double.NaN;

  private Instant wall = Instant.EPOCH;
  private final EngineTrail trail = new EngineTrail(() -> wall);

  /// Adds a scrape at its time of day, which is 1000 s ahead of the timestamps.
  private @Nullable Turn dated(Observation look) {
    wall = Instant.ofEpochSecond(1_000, look.atNanos());
    return trail.add("a", look);
  }

  private static Seen look(double atSeconds, double began, double running, double tokens) {
    return look("page", atSeconds, began, running, tokens);
  }

  private static Seen look(
      String page, double atSeconds, double began, double running, double tokens) {
    Map<Sign, Reading> readings = new EnumMap<>(Sign.class);
    put(Sign.RUNNING, running, readings);
    put(Sign.KV_CACHE_USAGE, running / 10, readings);
    put(Sign.GENERATION_TOKENS, tokens, readings);
    EngineMetrics metrics = new EngineMetrics(readings, began, 0);
    return new Seen(page, Math.round(atSeconds * SECOND), 0, metrics);
  }

  private static Seen gpu(double atSeconds, double share) {
    Map<Sign, Reading> readings = new EnumMap<>(Sign.class);
    put(Sign.GPU_UTILIZATION, share, readings);
    return new Seen("gpus", Math.round(atSeconds * SECOND), 0, new EngineMetrics(readings, 1, 0));
  }

  private EngineTrail.Page first(double atSeconds) {
    return trail.pages(Math.round(atSeconds * SECOND)).getFirst();
  }

  private Map<Sign, Double> known(double atSeconds) {
    return trail.known(Math.round(atSeconds * SECOND)).stream()
        .map(EngineTrail.Known::values)
        .findFirst()
        .orElse(Map.of());
  }

  private static void put(Sign sign, double value, Map<Sign, Reading> readings) {
    readings.put(sign, new Reading("m", new TreeMap<>(Map.of("", value))));
  }

  private static Missed miss(double atSeconds) {
    return new Missed("page", Math.round(atSeconds * SECOND), Why.UNREACHABLE, "refused");
  }

  @Test
  void addsRequestsOverAllUpstreamsAndTakesTheMeanOfShares() {
    assertThat(trail.add("a", look(5.1, 1, 4, 100))).isNull();
    assertThat(trail.add("b", look(5.4, 1, 2, 100))).isNull();
    assertThat(trail.series(Sign.RUNNING, 5 * SECOND, Step.SECOND, 1)).containsExactly(6);
    assertThat(trail.series(Sign.KV_CACHE_USAGE, 5 * SECOND, Step.SECOND, 1))
        .containsExactly((0.4 + 0.2) / 2);
  }

  @Test
  void tellsOfCountersTheIncreaseEachSecond() {
    trail.add("a", look(5.1, 1, 4, 100));
    trail.add("a", look(6.1, 1, 4, 350));
    trail.add("a", look(8.1, 1, 4, 850));
    assertThat(trail.series(Sign.GENERATION_TOKENS, 5 * SECOND, Step.SECOND, 4))
        .containsExactly(UNTOLD, 250, 250, 250);
    assertThat(first(8.2).values().get(Sign.GENERATION_TOKENS)).isEqualTo(750);
  }

  @Test
  void bridgesALookThatIsLateAndNoSilence() {
    trail.add("a", look(5.9, 1, 4, 100));
    trail.add("a", look(7.1, 1, 6, 100));
    assertThat(trail.series(Sign.RUNNING, 4 * SECOND, Step.SECOND, 7))
        .containsExactly(UNTOLD, 4, 4, 6, 6, 6, UNTOLD);
  }

  @Test
  void keepsMinutesLongerThanSeconds() {
    for (int second = 0; second < 1200; second++) {
      trail.add("a", look(second, 1, second < 60 ? 2 : 8, second));
    }
    assertThat(trail.series(Sign.RUNNING, 0, Step.SECOND, 1)).containsExactly(UNTOLD);
    assertThat(trail.series(Sign.RUNNING, 0, Step.MINUTE, 3)).containsExactly(2, 8, 8);
    assertThat(trail.series(Sign.GENERATION_TOKENS, 60 * SECOND, Step.MINUTE, 1))
        .containsExactly(1);
  }

  @Test
  void seesAServerThatBeganAnewWithAndWithoutItsWord() {
    trail.add("a", look(1, 100, 4, 900));
    assertThat(trail.add("a", look(2, 150, 1, 30))).isEqualTo(Turn.RESTARTED);
    trail.add("b", look(1, UNTOLD, 4, 900));
    assertThat(trail.add("b", look(2, UNTOLD, 1, 30))).isEqualTo(Turn.RESTARTED);
    assertThat(trail.pages(2 * SECOND)).allMatch(page -> page.restarts() == 1);
    assertThat(trail.known(2 * SECOND)).hasSize(2).allMatch(known -> known.restarts() == 1);
    assertThat(trail.series(Sign.GENERATION_TOKENS, 2 * SECOND, Step.SECOND, 1))
        .containsExactly(60);
  }

  @Test
  void tellsOnceThatAPageWentOutOfReachAndThatItIsBack() {
    assertThat(trail.add("a", miss(0))).as("never read").isEqualTo(Turn.OUT_OF_REACH);
    assertThat(trail.add("a", look(1, 1, 4, 100))).isEqualTo(Turn.BACK);
    assertThat(trail.add("a", miss(2))).isEqualTo(Turn.OUT_OF_REACH);
    assertThat(trail.add("a", miss(3))).isNull();
    assertThat(first(3).values()).isEmpty();
    assertThat(first(3).miss()).isNotNull();
    assertThat(first(3).state()).isEqualTo(State.MISSED);
    assertThat(trail.add("a", look(4, 1, 4, 100))).isEqualTo(Turn.BACK);
    assertThat(first(4).miss()).isNull();
    assertThat(first(4).state()).isEqualTo(State.READ);
  }

  @Test
  void knowsOfAnUpstreamWhatAllOfItsPagesSay() {
    trail.add("a", look("one", 1, 1, 4, 100));
    trail.add("a", look("two", 1.2, 1, 2, 100));
    trail.add("a", gpu(1.4, 0.9));
    trail.add("b", look("one", 1.5, 1, 8, 100));
    trail.add("a", look("one", 2, 1, 4, 130));
    trail.add("a", look("two", 2.2, 1, 2, 105));
    assertThat(trail.known(3 * SECOND))
        .extracting(EngineTrail.Known::upstream)
        .containsExactly("a", "b");
    assertThat(known(3))
        .containsEntry(Sign.RUNNING, 6.0)
        .containsEntry(Sign.KV_CACHE_USAGE, (0.4 + 0.2) / 2)
        .containsEntry(Sign.GENERATION_TOKENS, 35.0)
        .containsEntry(Sign.GPU_UTILIZATION, 0.9);
  }

  @Test
  void keepsWhatAPageCountedWhileItIsAwayAndOthersTell() {
    trail.add("a", look("one", 1, 1, 4, 100));
    trail.add("a", look("two", 1, 1, 2, 100));
    trail.add("a", look("page", 1, 1, 1, 100));
    trail.add("a", look("one", 2, 1, 4, 130));
    trail.add("a", look("page", 2, 1, 1, 107));
    trail.add("a", miss(3));
    assertThat(known(3))
        .containsEntry(Sign.RUNNING, 6.0)
        .containsEntry(Sign.GENERATION_TOKENS, 37.0);
  }

  @Test
  void knowsNothingOfAPageThatWasMissedOrNotHeardOfForAFewLooks() {
    trail.add("a", look(1, 1, 4, 100));
    assertThat(known(10)).containsEntry(Sign.RUNNING, 4.0);
    assertThat(known(17)).isEmpty();
    assertThat(first(17).values()).isEmpty();
    assertThat(first(17).state()).isEqualTo(State.STALE);
    trail.add("a", look(18, 1, 5, 100));
    assertThat(known(18)).containsEntry(Sign.RUNNING, 5.0);
    trail.add("a", miss(19));
    assertThat(known(19)).isEmpty();
  }

  @Test
  void makesNoFiguresOfSeveralServersThatAnswerInTurn() {
    double[] counts = {100, 1000};
    for (int second = 0; second < 60; second++) {
      counts[second % 2]++;
      trail.add("a", look(second, UNTOLD, second % 2 * 30, counts[second % 2]));
    }
    assertThat(first(60).state()).isEqualTo(State.SEVERAL_SERVERS);
    assertThat(first(60).values()).isEmpty();
    assertThat(first(60).restarts()).isLessThanOrEqualTo(2);
    assertThat(known(60)).isEmpty();
    assertThat(trail.series(Sign.GENERATION_TOKENS, 10 * SECOND, Step.SECOND, 50))
        .containsOnly(UNTOLD);
  }

  @Test
  void followsAServerAgainThatIsAloneAfterARollingUpdate() {
    trail.add("a", look(0, 100, 4, 900));
    assertThat(trail.add("a", look(1, 500, 1, 10))).isEqualTo(Turn.RESTARTED);
    trail.add("a", look(2, 100, 4, 910));
    assertThat(first(2).state()).isEqualTo(State.SEVERAL_SERVERS);
    for (int second = 3; second < 64; second++) {
      assertThat(trail.add("a", look(second, 500, 1, second))).isNull();
    }
    trail.add("a", look(64, 500, 2, 70));
    assertThat(first(64).state()).isEqualTo(State.READ);
    assertThat(known(64))
        .containsEntry(Sign.RUNNING, 2.0)
        .containsEntry(Sign.GENERATION_TOKENS, 70.0 - 63);
  }

  @Test
  void takesAServerThatIsBackForNoRestartHoweverLongTheOtherWasAlone() {
    double[] counted = {900, 5000};
    List<Turn> told = new ArrayList<>();
    for (int second = 0; second < 800; second++) {
      int replica = second / 100 % 2;
      counted[replica]++;
      Turn turn = dated(look(second, replica == 0 ? 100 : 500, 4, counted[replica]));
      if (turn != null) {
        told.add(turn);
      }
    }

    assertThat(told).containsExactly(Turn.REPLACED);
    assertThat(first(799).restarts()).isZero();
    assertThat(first(799).values().get(Sign.GENERATION_TOKENS)).isBetween(1.0, 100.0);
    assertThat(Arrays.stream(trail.series(Sign.GENERATION_TOKENS, SECOND, Step.SECOND, 798)))
        .allMatch(perSecond -> Double.isNaN(perSecond) || perSecond == 1);
  }

  @Test
  void countsNothingOfAYoungerServerThatBeganBeforeTheOtherWasLastSeen() {
    dated(look(99, 500, 4, 90));
    dated(look(100, 500, 4, 100));
    assertThat(dated(look(101, 1_089, 3, 5_000))).isEqualTo(Turn.REPLACED);
    assertThat(first(101).state()).isEqualTo(State.READ);
    assertThat(known(101)).containsEntry(Sign.RUNNING, 3.0);
    assertThat(dated(look(102, 1_089, 3, 5_004))).isNull();
    assertThat(first(102).restarts()).isZero();
    assertThat(known(102)).containsEntry(Sign.GENERATION_TOKENS, 10.0 + 4);

    // The first server is back: two answer in turn, so no increase is counted.
    assertThat(dated(look(103, 500, 4, 120))).isNull();
    assertThat(first(103).state()).isEqualTo(State.SEVERAL_SERVERS);
  }

  @Test
  void takesAServerThatBeganWhenTheOtherWasLastSeenForARestartThoughClocksDiffer() {
    dated(look(100, 500, 4, 100));
    assertThat(dated(look(101, 1_091, 4, 30))).isEqualTo(Turn.RESTARTED);
    dated(miss(102));
    assertThat(dated(look(200, 1_103, 4, 7))).isEqualTo(Turn.RESTARTED);
    assertThat(known(200)).containsEntry(Sign.GENERATION_TOKENS, 37.0);
  }

  @Test
  void countsAMomentWithoutALookAsTimeAlone() {
    for (int second = 0; second < 4; second++) {
      trail.add("a", look(second, second % 2 == 0 ? 100 : 500, 4, 900));
    }
    for (int second = 4; second < 64; second++) {
      trail.add("a", second % 20 == 0 ? miss(second) : look(second, 500, 4, 900));
    }
    assertThat(first(63).state()).isEqualTo(State.READ);
  }

  @Test
  void countsNoTimeInWhichNobodyAnsweredAsTimeAlone() {
    for (int second = 0; second < 4; second++) {
      trail.add("a", look(second, second % 2 == 0 ? 100 : 500, 4, 900));
    }
    for (int second = 4; second < 70; second++) {
      trail.add("a", miss(second));
    }
    trail.add("a", look(70, 500, 4, 901));
    trail.add("a", look(71, 500, 4, 902));
    assertThat(first(71).state()).isEqualTo(State.SEVERAL_SERVERS);
    for (int second = 72; second < 132; second++) {
      trail.add("a", look(second, 500, 4, 900));
    }
    assertThat(first(131).state()).isEqualTo(State.READ);
  }

  @Test
  void letsAPageThatWasJustMissedStandInTheMeanOfShares() {
    trail.add("a", look("one", 1, 1, 9, 100));
    trail.add("a", look("page", 1, 1, 3, 100));
    assertThat(known(1)).containsEntry(Sign.KV_CACHE_USAGE, 0.6);
    trail.add("a", look("one", 2, 1, 9, 100));
    trail.add("a", miss(2));
    assertThat(known(2)).containsEntry(Sign.KV_CACHE_USAGE, 0.6).containsEntry(Sign.RUNNING, 9.0);
    assertThat(trail.known(2 * SECOND)).extracting(EngineTrail.Known::kvPages).containsExactly(2);
    trail.add("a", look("one", 17, 1, 9, 100));
    assertThat(known(17)).containsEntry(Sign.KV_CACHE_USAGE, 0.9);
    assertThat(trail.known(17 * SECOND)).extracting(EngineTrail.Known::kvPages).containsExactly(1);
  }

  @Test
  void countsPagesOnlyByWhatTheySayOfTheKvCache() {
    trail.add("a", gpu(1, 0.9));
    assertThat(trail.known(SECOND)).extracting(EngineTrail.Known::kvPages).containsExactly(0);
    trail.add("a", look(2, 1, 4, 100));
    assertThat(trail.known(2 * SECOND)).extracting(EngineTrail.Known::kvPages).containsExactly(1);
    trail.add("a", look(17, 1, 4, 100));
    assertThat(known(17)).doesNotContainKey(Sign.GPU_UTILIZATION);
    assertThat(trail.known(17 * SECOND)).extracting(EngineTrail.Known::kvPages).containsExactly(1);
  }

  @Test
  void knowsWhatAnEngineIsCalledByTheNamesOfItsMetrics() {
    String vllm = "vllm:num_requests_running 1\n";
    String gpus = "DCGM_FI_DEV_GPU_UTIL 50\n";
    trail.add("a", new Seen("gpus", SECOND, 0, Exports.read(gpus, null)));
    trail.add("b", new Seen("gpus", SECOND, 0, Exports.read(gpus, null)));
    trail.add("b", new Seen("page", SECOND, 0, Exports.read(vllm, null)));
    trail.add("c", new Seen("page", SECOND, 0, Exports.read("sglang:num_running_reqs 1\n", null)));
    trail.add(
        "d", new Seen("page", SECOND, 0, Exports.read("llamacpp:requests_processing 1\n", null)));
    trail.add("e", new Seen("page", SECOND, 0, Exports.read("tgi_queue_size 1\n", null)));
    assertThat(trail.known(SECOND))
        .extracting(EngineTrail.Known::engine)
        .containsExactly("", "vllm", "sglang", "llama.cpp", "tgi");
  }

  @Test
  void forgetsPagesThatAreNoMoreAndFollowsNoMoreThanItMay() {
    for (int i = 0; i < 100; i++) {
      trail.add("u" + i, look("http://h:1/metrics", 1, 1, 4, 100));
    }
    assertThat(trail.pages(SECOND)).hasSize(64);
    trail.keep(List.of(upstream("u3", "http://h:1/metrics"), upstream("u4", "http://h:2/metrics")));
    assertThat(trail.pages(SECOND))
        .singleElement()
        .satisfies(page -> assertThat(page.upstream()).isEqualTo("u3"));
    trail.add("u70", look("http://h:1/metrics", 1, 1, 4, 100));
    assertThat(trail.pages(SECOND)).hasSize(2);
  }

  @Test
  void keepsRestartsOfPagesThatAreNoMore() {
    for (String page : List.of("http://h:1/metrics", "http://h:2/metrics")) {
      trail.add("a", look(page, 1, 100, 4, 900));
      trail.add("a", look(page, 2, page.contains("2") ? 150 : 100, 4, 950));
    }
    trail.keep(List.of(upstream("a", "http://h:1/metrics")));
    assertThat(trail.known(2 * SECOND))
        .singleElement()
        .satisfies(known -> assertThat(known.restarts()).isEqualTo(1));
  }

  private static EngineWatch.Upstream upstream(String name, String url) {
    return new EngineWatch.Upstream(
        name, PageAddress.parse("--server-metrics", url, WatchedPages.PAGE));
  }
}
