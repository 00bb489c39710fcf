package dev.goodput.validation.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FindingTest {
  private static Finding share(double measured, int trials, @Nullable Reference reference) {
    return new Finding(
        Finding.Part.INTERVALS, "k", "w", Finding.Unit.SHARE, measured, trials, true, reference);
  }

  @Test
  void isReachedWithinTwoStandardErrorsOfWhatWasPublished() {
    // √(.87 · .13 ÷ 100) = .0336
    Reference coverage = Reference.share(.87, .99, 100);
    assertThat(coverage.tolerance()).isCloseTo(.0673, within(1e-4));
    assertThat(share(.81, 100, coverage).reached()).isTrue();
    assertThat(share(.80, 100, coverage).reached()).isFalse();
    assertThat(share(1, 100, coverage).reached()).isTrue();

    Reference overClaims = Reference.shareUpTo(.08, 50);
    assertThat(share(0, 50, overClaims).reached()).isTrue();
    assertThat(share(.15, 50, overClaims).reached()).isTrue();
    assertThat(share(.17, 50, overClaims).reached()).isFalse();

    Reference power = Reference.shareFrom(.73, 40);
    assertThat(share(1, 40, power).reached()).isTrue();
    assertThat(share(.58, 40, power).reached()).isFalse();
    assertThat(share(.1, 40, null).reached()).isTrue();
  }

  @Test
  void reportsWhatANumberOfTrialsCanDetect() {
    // .8 − 1.2816·√(p(1 − p) ÷ 100) = p at .745
    Finding coverage = share(.95, 100, new Reference(.85, .99, .05));
    assertThat(coverage.notices()).isCloseTo(.745, within(.002));
    Finding alarms = share(0, 100, new Reference(Double.NEGATIVE_INFINITY, .05, .05));
    assertThat(alarms.notices()).isBetween(.13, .16);
    assertThat(share(.95, 100, null).notices()).isNaN();
  }
}
