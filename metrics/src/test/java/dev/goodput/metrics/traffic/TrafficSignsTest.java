package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.metrics.testing.RequestMaker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of warning signs with invented traffic, second by second.
class TrafficSignsTest {
  private static final long SECOND = 1_000_000_000L;

  private static TrafficWarning sign(TrafficMeter meter, int nowSeconds, TrafficWarning.Kind kind) {
    return meter.snapshot(nowSeconds * SECOND).signs().stream()
        .filter(sign -> sign.kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  /// Adds five responses per second of a given length.
  private static void answers(TrafficMeter meter, int second, double ttftMs, int tokens) {
    for (int i = 0; i < 5; i++) {
      double first = second * 1000.0 + 100 * i;
      meter.add(RequestMaker.at(first - ttftMs).chunks(first, first + 20).usage(5, tokens).make());
    }
  }

  private static void inFlight(TrafficMeter meter, int second, double awaiting) {
    int waiting = (int) Math.round(awaiting);
    meter.inFlight(second * SECOND, List.of(new InFlight("a", waiting, waiting, 0)));
  }

  private static TrafficMeter run(int seconds, IntToDoubleFunction waiting, int tokens) {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    for (int second = 1; second < seconds; second++) {
      answers(meter, second, 100, tokens);
      inFlight(meter, second, waiting.applyAsDouble(second));
    }
    return meter;
  }

  @Test
  void eachSignIsThereAndUnseeableAtFirst() {
    List<TrafficWarning> signs = new TrafficMeter(TrafficPlan.DEFAULTS).snapshot(SECOND).signs();

    assertThat(signs)
        .extracting(TrafficWarning::kind)
        .containsExactly(TrafficWarning.Kind.values());
    assertThat(signs).allMatch(sign -> sign.seen() == null && !sign.evidence().isEmpty());
  }

  @Test
  void aQueueThatGrowsIsSeenWithItsFigures() {
    TrafficMeter calm = run(200, second -> 4 + second % 3, 10);
    TrafficMeter growing = run(200, second -> second * 2.0, 10);

    assertThat(sign(calm, 200, TrafficWarning.Kind.QUEUE_GROWS).seen()).isFalse();
    TrafficWarning seen = sign(growing, 200, TrafficWarning.Kind.QUEUE_GROWS);
    assertThat(seen.seen()).isTrue();
    assertThat(seen.sinceNanos()).isEqualTo(200 * SECOND);
    assertThat(seen.evidence()).contains("without a token");
    growing.inFlight(201 * SECOND, List.of());
    assertThat(sign(growing, 202, TrafficWarning.Kind.QUEUE_GROWS).sinceNanos())
        .isEqualTo(200 * SECOND);
  }

  @Test
  void almostIdleTrafficIsNoOutputThatGrowsSlower() {
    TrafficMeter idle = new TrafficMeter(TrafficPlan.DEFAULTS);
    for (int second = 1; second < 200; second++) {
      answers(idle, second, second < 120 ? 10 : 100, second < 120 ? 10 : 1);
      inFlight(idle, second, 0);
    }

    assertThat(sign(idle, 200, TrafficWarning.Kind.GROWTH_SLOWS).seen()).isFalse();
  }

  private static int tripled(int second) {
    return second >= 300 && second < 600 ? 30 : 10;
  }

  @Test
  void outputThatDoesNotFollowTheLoadIsSeen() {
    InventedServer full = new InventedServer(400, streams -> 200.0 / streams);

    full.until(295, TrafficSignsTest::tripled);
    assertThat(sign(full.meter(), 295, TrafficWarning.Kind.GROWTH_SLOWS).seen()).isFalse();
    full.until(420, TrafficSignsTest::tripled);
    TrafficWarning seen = sign(full.meter(), 420, TrafficWarning.Kind.GROWTH_SLOWS);

    assertThat(seen.seen()).isTrue();
    assertThat(seen.evidence()).contains("each brought 20.0");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20, 30, 60})
  void outputThatFollowsTheLoadIsNoSignHoweverLongAnswersTake(int answerSeconds) {
    InventedServer linear = new InventedServer(20.0 * answerSeconds, streams -> 20);

    for (int second = 130; second < 900; second += 3) {
      linear.until(second, TrafficSignsTest::tripled);
      assertThat(sign(linear.meter(), second, TrafficWarning.Kind.GROWTH_SLOWS).seen())
          .as("second %d", second)
          .isFalse();
    }
  }

  @Test
  void growthNeedsNobodyWhoTellsWhatIsInFlight() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    for (int second = 1; second < 130; second++) {
      answers(meter, second, 100, 10);
    }

    assertThat(sign(meter, 130, TrafficWarning.Kind.GROWTH_SLOWS).seen()).isFalse();
    assertThat(sign(meter, 130, TrafficWarning.Kind.QUEUE_GROWS).seen()).isNull();
  }

  @Test
  void aGpuAtItsCeilingIsNoSignWhileOutputGrowsThoughAnswersTakeAMinute() {
    InventedServer linear = new InventedServer(1200, streams -> 20);

    for (int second = 130; second < 420; second += 5) {
      linear.until(second, now -> 10 + now / 10);
      report(linear.meter(), second, .99, .5, 0);
      assertThat(sign(linear.meter(), second, TrafficWarning.Kind.GPU_AT_CEILING).seen())
          .as("second %d", second)
          .isNotEqualTo(true);
    }
  }

  @Test
  void aTailThatLeavesTheMedianIsSeen() {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    for (int second = 1; second < 3000; second += 2) {
      answers(meter, second, 100, 10);
      if (second > 2980) {
        answers(meter, second, 900, 10);
        answers(meter, second, 100, 10);
      }
    }

    TrafficWarning seen = sign(meter, 3000, TrafficWarning.Kind.TAIL_LEAVES_MEDIAN);

    assertThat(seen.seen()).isTrue();
    assertThat(seen.evidence()).contains("9.0 × p50 in the last minute, 1.0 × in the hour");
    assertThat(sign(meter, 3000, TrafficWarning.Kind.TAIL_DEGRADES).seen()).isTrue();
  }

  private static void report(
      TrafficMeter meter, int second, double gpu, double memory, double preempted) {
    report(meter, second, 1, gpu, memory, preempted);
  }

  private static void report(
      TrafficMeter meter, int second, int pages, double gpu, double memory, double preempted) {
    long now = second * SECOND;
    Map<EngineMetric, Double> values =
        Map.of(
            EngineMetric.GPU_UTILIZATION,
            gpu,
            EngineMetric.KV_CACHE_USAGE,
            memory,
            EngineMetric.PREEMPTIONS,
            preempted);
    meter.engines(now, List.of(new EngineFigures(now, "a", "vllm", pages, 0, values)));
  }

  @Test
  void whatEnginesSayIsASign() {
    TrafficMeter meter = run(300, second -> 1, 10);
    for (int second = 1; second < 300; second++) {
      double swing = second / 20 % 2 == 0 ? .9 : .5;
      double preempted = second < 280 ? 7 : 9;
      report(meter, second, .99, swing, preempted);
    }

    assertThat(sign(meter, 300, TrafficWarning.Kind.GPU_AT_CEILING).evidence())
        .contains("a: 99 % busy", "50 tok/s");
    assertThat(sign(meter, 300, TrafficWarning.Kind.MEMORY_OSCILLATES).seen()).isTrue();
    assertThat(sign(meter, 300, TrafficWarning.Kind.PREEMPTIONS_BEGIN).evidence())
        .isEqualTo("a: 2 requests were put back in the last minute");
  }

  @Test
  void aPageThatIsMissedNowAndThenIsNoMemoryThatOscillates() {
    TrafficMeter meter = run(300, second -> 1, 10);
    for (int second = 1; second < 300; second++) {
      boolean missed = second % 60 > 40;
      report(meter, second, missed ? 1 : 2, .1, missed ? .9 : .6, 0);
    }

    assertThat(sign(meter, 300, TrafficWarning.Kind.MEMORY_OSCILLATES).seen()).isFalse();
  }

  @Test
  void aGpuIsHeldAgainstTheOutputOfTheSameMinute() {
    InventedServer server = new InventedServer(3000, streams -> 50);
    for (int second = 1; second <= 240; second++) {
      server.until(second, now -> Math.min(10, 1 + now / 6));
      report(server.meter(), second, second < 220 ? .99 : .5, .5, 0);
    }

    TrafficWarning seen = sign(server.meter(), 240, TrafficWarning.Kind.GPU_AT_CEILING);

    assertThat(seen.evidence()).startsWith("a: 99 % busy");
  }

  @Test
  void anEngineAtRestIsNoSign() {
    TrafficMeter meter = run(300, second -> 1, 10);
    for (int second = 1; second < 300; second++) {
      report(meter, second, .4, .5, 7.0);
    }

    assertThat(sign(meter, 300, TrafficWarning.Kind.GPU_AT_CEILING).seen()).isFalse();
    assertThat(sign(meter, 300, TrafficWarning.Kind.MEMORY_OSCILLATES).seen()).isFalse();
    assertThat(sign(meter, 300, TrafficWarning.Kind.PREEMPTIONS_BEGIN).seen()).isFalse();
  }

  @Test
  void anEngineThatIsNotToldOfAnyMoreHasNoSigns() {
    TrafficMeter meter = run(300, second -> 1, 10);
    for (int second = 1; second < 290; second++) {
      report(meter, second, .99, second / 20 % 2 == 0 ? .9 : .5, second);
    }
    meter.engines(290 * SECOND, List.of());

    TrafficSnapshot snapshot = meter.snapshot(291 * SECOND);

    assertThat(snapshot.engines()).isEmpty();
    assertThat(snapshot.signs())
        .filteredOn(sign ->
            sign.kind() == TrafficWarning.Kind.MEMORY_OSCILLATES
                || sign.kind() == TrafficWarning.Kind.PREEMPTIONS_BEGIN
                || sign.kind() == TrafficWarning.Kind.GPU_AT_CEILING)
        .hasSize(3)
        .allMatch(sign -> sign.seen() == null);
  }

  @Test
  void preemptionsAreThoseSinceTheMeterBeganAndALowerCountIsNone() {
    TrafficMeter meter = run(300, second -> 1, 10);
    report(meter, 200, .1, .5, 5000);
    report(meter, 201, .1, .5, 5003);
    report(meter, 280, .1, .5, 40);
    report(meter, 281, .1, .5, 41);

    assertThat(meter.snapshot(282 * SECOND).engines())
        .singleElement()
        .satisfies(engine -> assertThat(engine.value(EngineMetric.PREEMPTIONS)).isEqualTo(4));
    assertThat(sign(meter, 282, TrafficWarning.Kind.PREEMPTIONS_BEGIN).evidence())
        .isEqualTo("a: 1 requests were put back in the last minute");
  }

  /// A server that takes long to load is not reported until it is back.
  @Test
  void theRestartThatEndsALongSilenceCounts() {
    TrafficMeter meter = run(300, second -> 1, 10);
    List<Integer> reported = new ArrayList<>();
    for (long second : new long[] {200, 800}) {
      long now = second * SECOND;
      int restarts = reported.size();
      meter.engines(now, List.of(new EngineFigures(now, "a", "vllm", 1, restarts, Map.of())));
      reported.add(meter.snapshot(now).engines().getFirst().restarts());
    }
    assertThat(reported).containsExactly(0, 1);
  }
}
