package dev.goodput.lab.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.lab.search.Verification.Word;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.LevelEnded;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerificationTest {
  private static final SearchPlan PLAN = SearchPlan.of(Slo.parse("chat"), .95);
  private static final long SECOND = 1_000_000_000L;

  private static Verification at(double rate, long good, double high, double lag) {
    return new Verification(rate, 3_400, 3_000, good, 0, .9, high, lag, false, "");
  }

  @ParameterizedTest
  @CsvSource({
    // At the claim.
    "18, 18, 2880, .98, KEPT",
    "18, 18, 2820, .96, OPEN",
    "18, 18, 2400, .84, MISSED",
    // Asked above what is claimed: what was kept there is kept below.
    "20, 18, 2880, .98, KEPT",
    "20, 18, 2820, .96, ASIDE",
    "20, 18, 2400, .84, ASIDE",
    // Asked below: what was missed there is missed above.
    "16, 18, 2880, .98, ASIDE",
    "16, 18, 2820, .96, ASIDE",
    "16, 18, 2400, .84, MISSED",
    // Nothing is claimed.
    "18, NaN, 2880, .98, ASIDE",
    "18, NaN, 2400, .84, ASIDE",
  })
  void tellsOnlyOfAClaimThatItTested(
      double rate, double claim, long good, double high, Word expected) {
    assertThat(at(rate, good, high, 0).word(PLAN, claim)).isEqualTo(expected);
  }

  @Test
  void showsNothingOfALateClient() {
    assertThat(at(18, 2_880, .98, 9).word(PLAN, 18)).isEqualTo(Word.OPEN);
    assertThat(at(18, 2_400, .84, 9).word(PLAN, 17)).isEqualTo(Word.ASIDE);
    Verification slow = at(18, 2_400, .84, 0).of("loop lag p99 20 ms");
    assertThat(slow.late(PLAN)).isTrue();
    assertThat(slow.word(PLAN, 18)).isEqualTo(Word.OPEN);
  }

  @Test
  void judgesFailuresBeforeSlowness() {
    Verification failing = failing(120, 2_880, .98);
    assertThat(failing.word(PLAN, 18)).isEqualTo(Word.FAILING);
    assertThat(failing.word(PLAN, 19)).isEqualTo(Word.FAILING);
    assertThat(failing.word(PLAN, 17)).isEqualTo(Word.ASIDE);
    assertThat(failing.word(PLAN.allowing(.05), 18)).isEqualTo(Word.KEPT);
  }

  private static Verification failing(long failed, long good, double high) {
    return new Verification(18, 3_400, 3_000, good, failed, .9, high, 0, false, "");
  }

  @Test
  void callsNoServerFailingByChance() {
    // 1.1 %, of requests that share fates.
    assertThat(failing(33, 2_880, .98).word(PLAN, 18)).isEqualTo(Word.OPEN);
    assertThat(failing(33, 2_880, .98).word(PLAN, 17)).isEqualTo(Word.ASIDE);
    assertThat(failing(33, 2_400, .84).word(PLAN, 18)).isEqualTo(Word.MISSED);
    assertThat(failing(30, 2_880, .98).word(PLAN, 18)).isEqualTo(Word.KEPT);
  }

  @Test
  void aServerThatAnswersNothingMoreFailsHoweverFewFailed() {
    Verification.Check check = new Verification.Check(PLAN, 0);
    check.begins(SECOND, 10);
    for (int i = 1; i <= 20; i++) {
      check.ended(seen(i, Observations.Fate.FAILED));
    }
    check.over(LevelEnded.Ending.ALL_FAILED);
    assertThat(check.whole()).isTrue();
    Verification gone = check.result(20);
    assertThat(gone.judged()).isEqualTo(20);
    assertThat(gone.word(PLAN, 10)).isEqualTo(Word.FAILING);
    assertThat(gone.of("late").word(PLAN, 10)).isEqualTo(Word.FAILING);
    assertThat(gone.word(PLAN, 9)).isEqualTo(Word.ASIDE);
  }

  /// One of a load of 10/s.
  private static Observations.Seen seen(int number, Observations.Fate fate) {
    return new Observations.Seen(
        SECOND + number * SECOND / 10, SECOND, 0, 100, 100, 100, 1, true, fate);
  }

  /// A load of 340 s at 10/s of which the first 40 s are not judged.
  ///
  /// @param bad how many of 1,000 miss the SLO in each third
  private static Verification.Check checked(int... bad) {
    Verification.Check check = new Verification.Check(PLAN, 0);
    check.begins(SECOND, 10);
    for (int i = 1; i <= 3_400; i++) {
      int third = (i - 401) / 1_000;
      boolean late = i > 400 && (i - 401) % 1_000 < bad[third];
      check.ended(seen(i, late ? Observations.Fate.LATE : Observations.Fate.GOOD));
    }
    check.over(LevelEnded.Ending.COMPLETE);
    return check;
  }

  @Test
  void isAsUnsureAsTheSearchOrItsOwnStretchesAre() {
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
