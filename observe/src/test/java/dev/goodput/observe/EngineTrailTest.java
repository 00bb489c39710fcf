package dev.goodput.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.observe.EngineTrail.Step;
import dev.goodput.observe.EngineTrail.Turn;
import dev.goodput.observe.Observation.Missed;
import dev.goodput.observe.Observation.Seen;
import dev.goodput.observe.Observation.Why;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class EngineTrailTest {
  private static final long SECOND = 1_000_000_000L;
  private static final double UNTOLD = Double.NaN;

  private final EngineTrail trail = new EngineTrail();

  private static Seen look(double atSeconds, double began, double running, double tokens) {
    Map<Sign, Reading> readings = new EnumMap<>(Sign.class);
    put(Sign.RUNNING, running, readings);
    put(Sign.KV_CACHE_USAGE, running / 10, readings);
    put(Sign.GENERATION_TOKENS, tokens, readings);
    EngineMetrics metrics = new EngineMetrics(readings, began, 0);
    return new Seen("page", Math.round(atSeconds * SECOND), 0, metrics);
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
    assertThat(trail.pages().getFirst().values().get(Sign.GENERATION_TOKENS)).isEqualTo(750);
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
    assertThat(trail.pages()).allMatch(page -> page.restarts() == 1);
    assertThat(trail.series(Sign.GENERATION_TOKENS, 2 * SECOND, Step.SECOND, 1))
        .containsExactly(60);
  }

  @Test
  void tellsOnceThatAPageWentOutOfReachAndThatItIsBack() {
    assertThat(trail.add("a", miss(0))).isNull();
    trail.add("a", look(1, 1, 4, 100));
    assertThat(trail.add("a", miss(2))).isEqualTo(Turn.OUT_OF_REACH);
    assertThat(trail.add("a", miss(3))).isNull();
    assertThat(trail.pages().getFirst().values()).isEmpty();
    assertThat(trail.pages().getFirst().miss()).isNotNull();
    assertThat(trail.add("a", look(4, 1, 4, 100))).isEqualTo(Turn.BACK);
    assertThat(trail.pages().getFirst().miss()).isNull();
  }

  @Test
  void forgetsAnUpstreamThatIsNoMoreAndFollowsNoMoreThanItMay() {
    for (int i = 0; i < 100; i++) {
      trail.add("u" + i, look(1, 1, 4, 100));
    }
    assertThat(trail.pages()).hasSize(64);
    trail.forget("u3");
    assertThat(trail.pages()).hasSize(63).noneMatch(page -> page.upstream().equals("u3"));
  }
}
