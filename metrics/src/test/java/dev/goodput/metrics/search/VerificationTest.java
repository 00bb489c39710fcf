package dev.goodput.metrics.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.search.Verification.Verdict;
import dev.goodput.metrics.slo.Slo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerificationTest {
  private static final SearchPlan PLAN = SearchPlan.of(Slo.parse("chat"), .95);

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
      double rate, double claim, long good, double high, Verdict expected) {
    assertThat(at(rate, good, high, 0).verdict(PLAN, claim)).isEqualTo(expected);
  }

  @Test
  void showsNothingOfALateClient() {
    assertThat(at(18, 2_880, .98, 9).verdict(PLAN, 18)).isEqualTo(Verdict.OPEN);
    assertThat(at(18, 2_400, .84, 9).verdict(PLAN, 17)).isEqualTo(Verdict.ASIDE);
    Verification slow = at(18, 2_400, .84, 0).withClientBound("loop lag p99 20 ms");
    assertThat(slow.late(PLAN)).isTrue();
    assertThat(slow.verdict(PLAN, 18)).isEqualTo(Verdict.OPEN);
  }

  @Test
  void judgesFailuresBeforeSlowness() {
    Verification failing = failing(120, 2_880, .98);
    assertThat(failing.verdict(PLAN, 18)).isEqualTo(Verdict.FAILING);
    assertThat(failing.verdict(PLAN, 19)).isEqualTo(Verdict.FAILING);
    assertThat(failing.verdict(PLAN, 17)).isEqualTo(Verdict.ASIDE);
    assertThat(failing.verdict(PLAN.allowing(.05), 18)).isEqualTo(Verdict.KEPT);
  }

  private static Verification failing(long failed, long good, double high) {
    return new Verification(18, 3_400, 3_000, good, failed, .9, high, 0, false, "");
  }

  @Test
  void callsNoServerFailingByChance() {
    // 1.1 %, of requests that share fates.
    assertThat(failing(33, 2_880, .98).verdict(PLAN, 18)).isEqualTo(Verdict.OPEN);
    assertThat(failing(33, 2_880, .98).verdict(PLAN, 17)).isEqualTo(Verdict.ASIDE);
    assertThat(failing(33, 2_400, .84).verdict(PLAN, 18)).isEqualTo(Verdict.MISSED);
    assertThat(failing(30, 2_880, .98).verdict(PLAN, 18)).isEqualTo(Verdict.KEPT);
  }
}
