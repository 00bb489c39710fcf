package dev.goodput.metrics.saturation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests of hand-made curves, with an error of 1 % at each point.
class CurveTest {
  private static final LevelResult MEETS = level("e2el<=10s");
  private static final LevelResult MISSES = level("e2el<=1ms");
  private static final LevelResult FAILS = level("e2el<=10s", new Outcome.Refused("refused"));

  private final List<CurvePoint> points = new ArrayList<>();

  private static LevelResult level(String slo) {
    return level(slo, new Outcome.Ok("stop"));
  }

  private static LevelResult level(String slo, Outcome outcome) {
    RequestMaker request = RequestMaker.at(0).closed().chunks(100, 110).ended(120);
    return Analysed.level(Logs.closed(1, List.of(request.outcome(outcome).make())), slo);
  }

  private CurveTest with(double load, double tps) {
    return with(load, tps, Growth.NONE, MEETS);
  }

  private CurveTest with(double load, double tps, Growth growth, LevelResult level) {
    points.add(new CurvePoint(load, new Throughput(tps, tps / 100, 10), tps / 100, growth, level));
    return this;
  }

  private Curve curve() {
    return new Curve(LoadAxis.CONCURRENCY, TurnCount.NONE, points, .01);
  }

  /// An engine that processes four requests at once.
  @Test
  void findsTheEndOfGrowthWhereOutputIsFlatFromThere() {
    with(1, 100).with(2, 198).with(4, 390).with(8, 392).with(16, 388);

    SaturationPoint point = curve().saturation().orElseThrow();
    assertThat(point.at().load()).isEqualTo(4);
    assertThat(point.before()).isNotNull();
    assertThat(point.reasons()).containsExactly(SaturationPoint.Reason.FLAT);
    assertThat(curve().knee().orElseThrow().at().load()).isEqualTo(4);
    assertThat(curve().cliff()).isEmpty();
  }

  @Test
  void measuresWhatLoadsPastTheSaturationPointRetain() {
    LevelResult unjudged =
        Analysed.level(
            Logs.closed(
                1, List.of(RequestMaker.at(0).closed().chunks(100, 110).ended(120).make())));
    with(4, 100, Growth.NONE, unjudged).with(8, 200, Growth.NONE, unjudged);
    with(12.5, 150, Growth.SEEN, unjudged).with(15, 80, Growth.SEEN, unjudged);
    with(25, 40, Growth.SEEN, unjudged);

    assertThat(curve().saturation().orElseThrow().at().load()).isEqualTo(8);
    assertThat(curve().retained())
        .extracting(Retention::factor, Retention::share, Retention::goodput)
        .containsExactly(tuple(1.5, 0.75, false), tuple(2.0, 0.4, false));
  }

  @Test
  void saysNothingOfAnEndThatIsNotInSight() {
    with(1, 100).with(2, 198).with(4, 390);

    assertThat(curve().saturation()).isEmpty();
    assertThat(curve().knee()).isEmpty();
    assertThat(curve().peak().orElseThrow().load()).isEqualTo(4);
  }

  /// A level counts as flat only if half as much load again was tried.
  @Test
  void takesTwoLoadsThatLieCloseForNoEnd() {
    with(1, 100).with(10, 900).with(12, 905);

    assertThat(curve().saturation()).isEmpty();
  }

  @Test
  void findsTheCliff() {
    with(1, 100).with(2, 195).with(4, 350).with(8, 340).with(16, 240);

    Cliff cliff = curve().cliff().orElseThrow();
    assertThat(cliff.peak().load()).isEqualTo(4);
    assertThat(cliff.at().load()).isEqualTo(16);
    assertThat(cliff.drop()).isCloseTo(.314, within(.001));
  }

  @Test
  void namesEachReasonWithTheLoadFromWhichOnItHolds() {
    with(1, 100)
        .with(2, 195)
        .with(4, 350, Growth.NONE, MISSES)
        .with(8, 600, Growth.SEEN, MISSES)
        .with(16, 610, Growth.SEEN, MISSES);

    SaturationPoint point = curve().saturation().orElseThrow();
    assertThat(point.at().load()).isEqualTo(4);
    assertThat(point.reasons()).containsExactly(SaturationPoint.Reason.SLO);
    assertThat(point.from())
        .hasEntrySatisfying(
            SaturationPoint.Reason.BACKLOG, from -> assertThat(from.load()).isEqualTo(8))
        .hasEntrySatisfying(
            SaturationPoint.Reason.FLAT, from -> assertThat(from.load()).isEqualTo(8));
  }

  @Test
  void failsAtOnceWhereNoLoadIsLightEnoughAndNotByBadLuckOfTheLightest() {
    assertThat(curve().failsAtOnce()).isFalse();
    with(1, 100, Growth.NONE, FAILS).with(2, 195, Growth.NONE, FAILS);
    assertThat(curve().failsAtOnce()).isTrue();
    with(4, 350);
    assertThat(curve().failsAtOnce()).isFalse();
  }

  /// A level with a fifth less output is not flat, however noisy both levels are.
  @Test
  void takesWhatNoiseHidesForNoEnd() {
    points.add(new CurvePoint(1, new Throughput(100, 15, 10), 1, Growth.NONE, MEETS));
    points.add(new CurvePoint(2, new Throughput(200, 30, 10), 1, Growth.NONE, MEETS));
    points.add(new CurvePoint(4, new Throughput(250, 40, 10), 1, Growth.NONE, MEETS));

    assertThat(curve().saturation()).isEmpty();
  }

  private CurveTest noisy(double load, double tps, Growth growth) {
    points.add(new CurvePoint(load, new Throughput(tps, .1 * tps, 10), 1, growth, MEETS));
    return this;
  }

  @Test
  void doubtsAFlatEndBehindWhoseNoiseMoreMayBeHidden() {
    noisy(1, 100, Growth.NONE).noisy(2, 104, Growth.NONE).noisy(4, 101, Growth.NONE);

    SaturationPoint point = curve().saturation().orElseThrow();
    assertThat(point.at().load()).isEqualTo(1);
    assertThat(point.doubt()).isEqualTo(SaturationPoint.Doubt.NOISE);
    // 4 more, plus 1.6 times both half-widths of 2.262 standard errors.
    double both = 2.262 * Math.hypot(10, 10.4);
    assertThat(curve().largestPossibleGain(point.at()))
        .isCloseTo((4 + 1.6 * both) / 100, within(.001));
  }

  @Test
  void doubtsNoEndThatIsSeenOtherwiseOrThatNoNoiseHides() {
    noisy(1, 100, Growth.SEEN).noisy(2, 104, Growth.SEEN).noisy(4, 101, Growth.SEEN);
    assertThat(curve().saturation().orElseThrow().doubt()).isNull();

    points.clear();
    noisy(1, 100, Growth.NONE).noisy(2, 104, Growth.NONE).noisy(4, 101, Growth.SEEN);
    assertThat(curve().saturation().orElseThrow().doubt()).isEqualTo(SaturationPoint.Doubt.NOISE);

    points.clear();
    with(1, 100).with(2, 104).with(4, 101);
    assertThat(curve().saturation().orElseThrow().doubt()).isNull();
  }

  /// Sessions that outlast their level have not reached their later turns.
  @Test
  void doubtsALevelThatNeverHadAllOfItsLoad() {
    with(1, 100).with(2, 195, Growth.UNDECIDED, MISSES).with(4, 350, Growth.UNDECIDED, MISSES);

    Curve sessions = new Curve(LoadAxis.SESSION_RATE, new TurnCount(8, 1), points, .01);
    SaturationPoint point = sessions.saturation().orElseThrow();
    assertThat(point.reasons()).contains(SaturationPoint.Reason.SLO);
    assertThat(point.doubt()).isEqualTo(SaturationPoint.Doubt.LONG_SESSIONS);
    Curve requests = new Curve(LoadAxis.RATE, TurnCount.NONE, points, .01);
    assertThat(requests.saturation().orElseThrow().doubt()).isNull();
  }

  /// One bad level between good ones is chance, not saturation.
  @Test
  void believesAMissedSloOnlyWhereAllHeavierLoadsMissItToo() {
    with(1, 100).with(2, 195, Growth.NONE, MISSES).with(4, 350);

    assertThat(curve().saturation()).isEmpty();
  }

  @Test
  void sortsByLoadWhateverCameFirst() {
    with(4, 350).with(1, 100).with(2, 195);

    assertThat(curve().points()).extracting(CurvePoint::load).containsExactly(1.0, 2.0, 4.0);
  }

  @Test
  void hasNothingToSayOfNoLevels() {
    assertThat(curve().peak()).isEmpty();
    assertThat(curve().knee()).isEmpty();
    assertThat(curve().saturation()).isEmpty();
    assertThat(curve().cliff()).isEmpty();
    assertThat(ScalabilityFit.of(curve())).isEmpty();
  }

  @Test
  void fitsTheLawOnlyToEnoughPointsPastTheKnee() {
    UslCurve law = new UslCurve(100, .05, .001);
    for (int users : new int[] {1, 2, 4, 8, 16, 32, 64}) {
      with(users, law.tps(users));
    }

    ScalabilityFit fit = ScalabilityFit.of(curve()).orElseThrow();
    assertThat(fit.peakUsers()).isCloseTo(law.peakUsers(), within(.5));
    assertThat(fit.peakUsersLow()).isLessThan(fit.peakUsers());
    assertThat(fit.peakUsersHigh()).isGreaterThan(fit.peakUsers());
    assertThat(fit.misfit()).isLessThan(1e-4);
    assertThat(
            ScalabilityFit.of(
                new Curve(LoadAxis.CONCURRENCY, TurnCount.NONE, points.subList(0, 5), .01)))
        .isEmpty();
    assertThat(ScalabilityFit.of(new Curve(LoadAxis.RATE, TurnCount.NONE, points, .01))).isEmpty();
  }
}
