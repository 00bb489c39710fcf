package dev.goodput.validation.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/// The short form of `validate statistics`: few trials with fixed seeds, which notice what is badly
/// wrong. An interval that holds the truth 65 % of the time instead of 95 % is noticed nine times
/// in ten.
@Tag("validation")
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Order(1)
class StatisticsValidationTest {
  private final List<String> reported = new ArrayList<>();
  private StatisticsValidation found = new StatisticsValidation("", "", 0, List.of());

  @BeforeAll
  void validate() {
    found = StatisticsValidation.run(ValidationSize.SHORT, 2, reported::add);
  }

  private Finding finding(String key) {
    return found.findings().stream()
        .filter(each -> each.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  private double measured(String key) {
    return finding(key).measured();
  }

  @Test
  void reachesEveryPublishedFigure() {
    assertThat(found.missed()).isEmpty();
    assertThat(found.findings()).extracting(Finding::key).doesNotHaveDuplicates();
    assertThat(found.saturation()).isBetween(23., 25.);
    assertThat(reported).anyMatch(line -> line.startsWith("gate: "));
  }

  @Test
  void coversTheTruthBetweenRunsAndNotWithinOne() {
    assertThat(measured("tpot_p50_at_70_pooled")).isGreaterThan(.8);
    assertThat(measured("tpot_p50_at_70_ordered")).isLessThan(.4);
    assertThat(measured("tpot_p50_at_70_design_effect")).isBetween(30., 150.);
    assertThat(finding("tpot_p50_at_70_pooled").notices()).isBetween(.6, .7);
  }

  @Test
  void findsTheLimitThatBisectionOverstates() {
    assertThat(measured("limit")).isBetween(17.8, 18.7);
    assertThat(measured("error")).isLessThan(.05);
    assertThat(measured("bisection_300_overstates")).isBetween(.1, .5);
    assertThat(measured("bisection_1000_overstates")).isBetween(.0, .15);
  }

  @Test
  void detectsSlowerServersAndNoEqualOnes() {
    assertThat(measured("tpot_p50_same")).isZero();
    assertThat(measured("usual_same")).isZero();
    assertThat(measured("tpot_p50_slower_5_confirmed")).isGreaterThan(.95);
    assertThat(measured("tpot_p50_slower_3")).isGreaterThan(.6);
    assertThat(measured("usual_slower_3_confirmed"))
        .isLessThanOrEqualTo(measured("usual_slower_3"));
    assertThat(measured("tpot_p50_slower_3_slowdown")).isBetween(.04, .07);
    assertThat(measured("tpot_p50_itself_3")).isLessThan(measured("tpot_p50_slower_3"));
    assertThat(measured("tpot_p50_itself_5_confirmed")).isGreaterThan(.7);
  }

  @Test
  void promisesNothingForStoredRunsWithDifferentSessions() {
    assertThat(finding("tpot_p50_stored_same_0").reference()).isNotNull();
    assertThat(finding("tpot_p50_stored_sessions_2").reference()).isNull();
    assertThat(measured("tpot_p50_stored_sessions_2"))
        .isGreaterThan(measured("tpot_p50_stored_same"));
    assertThat(measured("tpot_p50_stored_slower_5"))
        .isLessThan(measured("tpot_p50_slower_5"))
        .isGreaterThan(measured("tpot_p50_stored_sessions_2"));
  }

  /// 3 % of the answers are wrong; 400 comparisons of each kind.
  @Test
  void detectsWrongAnswersAndNoEqualServer() {
    assertThat(found.findings())
        .filteredOn(each -> each.key().startsWith("aa_"))
        .hasSize(7)
        .allSatisfy(each -> assertThat(each.trials()).isEqualTo(400))
        .allSatisfy(each -> assertThat(each.measured()).as(each.what()).isLessThanOrEqualTo(.05));
    assertThat(measured("wrong_fixed")).isGreaterThan(.9);
    assertThat(measured("wrong_varying")).isGreaterThan(.9);
    assertThat(measured("wrong_few_inconclusive")).isGreaterThan(.95);
    assertThat(measured("tasks_named_fixed")).isBetween(500., 700.);
    assertThat(measured("tasks_named_fixed_settle")).isBetween(.72, .95);
  }

  /// What was published stands beside the engine whose steps are longer, and nowhere else.
  @Test
  void comparesLongerStepsWithThePublishedPower() {
    assertThat(finding("tpot_p50_slower_3").reference())
        .isEqualTo(Reference.shareFrom(.73, finding("tpot_p50_slower_3").trials()));
    assertThat(finding("tpot_p50_slower_3_confirmed").reference())
        .isEqualTo(Reference.shareFrom(.5, finding("tpot_p50_slower_3_confirmed").trials()));
    assertThat(finding("tpot_p50_slower_5").reference())
        .isEqualTo(Reference.shareFrom(1, finding("tpot_p50_slower_5").trials()));
    assertThat(finding("tpot_p50_slower_5_confirmed").reference())
        .isEqualTo(Reference.shareFrom(1, finding("tpot_p50_slower_5_confirmed").trials()));
    assertThat(finding("ttft_p95_slower_3").reference()).isNull();
    assertThat(finding("usual_slower_5").reference()).isNull();
  }
}
