package dev.goodput.lab.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.Verification;
import dev.goodput.metrics.search.Verification.Verdict;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.LevelEnded;
import org.junit.jupiter.api.Test;

class VerificationLevelTest {
  private static final SearchPlan PLAN = SearchPlan.of(Slo.parse("chat"), .95);
  private static final long SECOND = 1_000_000_000L;

  @Test
  void aServerThatStopsRespondingFailsHoweverFewFailed() {
    VerificationLevel check = new VerificationLevel(PLAN, 0);
    check.started(SECOND, 10);
    for (int i = 1; i <= 20; i++) {
      check.ended(seen(i, Observations.Fate.FAILED));
    }
    check.over(LevelEnded.Ending.ALL_FAILED);
    assertThat(check.isConclusive()).isTrue();
    Verification gone = check.result(20);
    assertThat(gone.judged()).isEqualTo(20);
    assertThat(gone.verdict(PLAN, 10)).isEqualTo(Verdict.FAILING);
    assertThat(gone.withClientBound("late").verdict(PLAN, 10)).isEqualTo(Verdict.FAILING);
    assertThat(gone.verdict(PLAN, 9)).isEqualTo(Verdict.ASIDE);
  }

  /// One of a load of 10/s.
  private static Observations.Seen seen(int number, Observations.Fate fate) {
    return new Observations.Seen(
        SECOND + number * SECOND / 10, SECOND, 0, 100, 100, 100, 1, true, fate);
  }

  /// A load of 340 s at 10/s of which the first 40 s are not judged.
  ///
  /// @param bad how many of 1,000 miss the SLO in each third
  private static VerificationLevel checked(int... bad) {
    VerificationLevel check = new VerificationLevel(PLAN, 0);
    check.started(SECOND, 10);
    for (int i = 1; i <= 3_400; i++) {
      int third = (i - 401) / 1_000;
      boolean late = i > 400 && (i - 401) % 1_000 < bad[third];
      check.ended(seen(i, late ? Observations.Fate.LATE : Observations.Fate.GOOD));
    }
    check.over(LevelEnded.Ending.COMPLETE);
    return check;
  }

  @Test
  void hasTheUncertaintyOfTheSearchOrOfItsOwnSegments() {
    Verification even = checked(70, 70, 70).result(20);
    assertThat(even.requests()).isEqualTo(3_400);
    assertThat(even.judged()).isEqualTo(3_000);
    assertThat(even.good()).isEqualTo(2_790);
    assertThat(even.low()).isBetween(.85, .89);
    assertThat(even.high()).isBetween(.96, .975);

    Verification searched = checked(70, 70, 70).result(100);
    assertThat(searched.low()).isLessThan(even.low());
    assertThat(searched.high()).isGreaterThan(even.high());

    // 210 are as many, and came together.
    Verification bunched = checked(10, 10, 190).result(20);
    assertThat(bunched.good()).isEqualTo(even.good());
    assertThat(bunched.low()).isLessThan(even.low() - .02);
    assertThat(bunched.high()).isGreaterThan(even.high() + .005);
  }
}
