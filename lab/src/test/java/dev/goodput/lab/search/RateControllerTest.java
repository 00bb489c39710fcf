package dev.goodput.lab.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.slo.Slo;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/// A schedule that is made ahead of the server, as over HTTP.
class RateControllerTest {
  private static final Slo CHAT = Slo.parse("ttft<=200ms,tpot<=80ms");
  private static final SearchPlan PLAN = SearchPlan.of(CHAT, .95).lasting(.04, 100, 100_000, 0);
  private static final long SECOND = 1_000_000_000L;
  private static final double FLOOD = 100;

  private final SearchHistory history = new SearchHistory();
  private RateController steering = steering(100, 100_000, 1);
  private double rate;

  private RateController steering(long segment, double requests, double turns) {
    return new RateController(
        PLAN.lasting(.04, segment, 1, 0), history, begun(), FLOOD, new Budget(requests, turns));
  }

  private static SearchSegment.LevelStart begun() {
    SearchSegment.LevelStart start = new SearchSegment.LevelStart();
    start.at(0);
    return start;
  }

  /// Schedules arrivals at 100/s.
  private void schedule(int from, int until) {
    for (int i = from; i < until; i++) {
      rate = steering.rate(i, i * SECOND / 100);
    }
  }

  private void ended(int from, int until, Observations.Fate fate, long lagNanos) {
    for (int i = from; i <= until; i++) {
      history.add(seen(i * SECOND / 100, SECOND, lagNanos, fate));
    }
  }

  private static Observations.Seen seen(
      long startNanos, long residenceNanos, long lagNanos, Observations.Fate fate) {
    return new Observations.Seen(
        startNanos, residenceNanos, lagNanos, 100, 100, 100, 1, true, fate);
  }

  /// Lets arrivals come, each over at once, until no more are asked for.
  ///
  /// @param share of arrivals that are good at a rate
  /// @return how many came
  private long drive(DoubleUnaryOperator share) {
    Random random = new Random(7);
    double seconds = 0;
    long arrivals = 0;
    while (true) {
      double next = steering.rate(arrivals, Math.round(seconds * SECOND));
      if (next == 0) {
        return arrivals;
      }
      seconds += -Math.log(1 - random.nextDouble()) / next;
      boolean good = random.nextDouble() < share.applyAsDouble(next);
      Observations.Fate fate = good ? Observations.Fate.GOOD : Observations.Fate.LATE;
      history.add(seen(Math.round(seconds * SECOND), 1, 0, fate));
      arrivals++;
    }
  }

  /// 95 % at a rate, and falling as steeply as curves do.
  private static DoubleUnaryOperator limitAt(double truth) {
    return next -> 1 / (1 + Math.exp(-(Math.log(19) - 25 * Math.log(next / truth))));
  }

  private Estimate estimate() {
    return Estimate.of(history.last(), PLAN.attainment(), FLOOD);
  }

  @Test
  void doesNotTreatOpenRequestsAsBad() {
    // The first stretch has 140 arrivals, of which 40 are not judged; the second has 100.
    schedule(0, 140);
    assertThat(rate).isEqualTo(85);
    schedule(140, 240);
    assertThat(rate).isEqualTo(92);
    ended(1, 120, Observations.Fate.GOOD, 0);
    schedule(240, 241);

    assertThat(history.over()).isEmpty();
    assertThat(rate).isEqualTo(92);

    ended(121, 140, Observations.Fate.GOOD, 0);
    assertThat(history.over()).hasSize(1);
    assertThat(history.over().getFirst().attainment()).isEqualTo(1);
  }

  @Test
  void ignoresTimesOfALevelThatHasNotStarted() {
    SearchSegment.LevelStart later = new SearchSegment.LevelStart();
    steering = new RateController(PLAN, history, later, FLOOD, new Budget(100_000, 1));
    // What an earlier level has left is long over.
    history.add(seen(60 * SECOND, SECOND, 0, Observations.Fate.GOOD));
    schedule(0, 141);
    assertThat(history.over()).isEmpty();
    assertThat(history.last()).isEmpty();

    later.at(70 * SECOND);
    for (int i = 1; i <= 140; i++) {
      history.add(seen(70 * SECOND + i * SECOND / 100, SECOND, 0, Observations.Fate.GOOD));
    }
    assertThat(history.over())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.attainment()).isEqualTo(1);
          assertThat(each.judged()).isEqualTo(100);
        });
  }

  @Test
  void startsWhereItLeftOff() {
    // A level that is gone on with asks no .6 of the flood again where the limit is at .25.
    RateControllerTest other = new RateControllerTest();
    other.steering = other.steering(1_000, 60_000, 1);
    other.drive(limitAt(25));
    other.steering = other.steering(1_000, 60_000, 1);

    assertThat(other.steering.rate(0, 0)).isZero();
    assertThat(other.history.lowestRate()).isBetween(14.0, 30.0);
    RateController stricter =
        new RateController(
            PLAN.lasting(.0001, 1_000, 1, 0), other.history, begun(), FLOOD, new Budget(60_000, 1));
    assertThat(stricter.rate(0, 0)).isBetween(22.0, 28.0);
  }

  @Test
  void startsNoLevelThatDoesNotFitAtAll() {
    assertThat(steering(100, 139, 1).fits()).isFalse();
    assertThat(steering(100, 140, 1).fits()).isTrue();
  }

  @Test
  void endsWhenFailuresClearlyExceedTheLimit() {
    Random random = new Random(3);
    RateControllerTest many = new RateControllerTest();
    many.steering = many.steering(1_000, 60_000, 1);
    long arrivals = many.failing(random, .3);
    assertThat(many.steering.stop()).contains(StopReason.ITSELF);
    assertThat(many.history.failing(PLAN)).isTrue();
    assertThat(arrivals).isLessThan(4_000);

    // 1.4 % of so few may be chance: it goes on to the end, where the figure decides.
    RateControllerTest few = new RateControllerTest();
    few.steering = few.steering(1_000, 60_000, 1);
    few.failing(random, .014);
    assertThat(few.history.errorRate()).isGreaterThan(.01);
    assertThat(few.history.failing(PLAN)).isFalse();
    assertThat(few.estimate().done(PLAN.tolerance())).isTrue();
  }

  /// Lets arrivals come of which so many fail, and the others are good as long as the limit is not
  /// reached.
  private long failing(Random random, double share) {
    DoubleUnaryOperator good = limitAt(80);
    double seconds = 0;
    long arrivals = 0;
    while (true) {
      double next = steering.rate(arrivals, Math.round(seconds * SECOND));
      if (next == 0) {
        return arrivals;
      }
      seconds += -Math.log(1 - random.nextDouble()) / next;
      boolean kept = random.nextDouble() < good.applyAsDouble(next);
      Observations.Fate fate = kept ? Observations.Fate.GOOD : Observations.Fate.LATE;
      boolean fails = random.nextDouble() < share;
      history.add(
          seen(Math.round(seconds * SECOND), 1, 0, fails ? Observations.Fate.FAILED : fate));
      arrivals++;
    }
  }

  @Test
  void claimsNoRateAboveTheFloodRate() {
    // A limit just above the flood, known well: nothing above it was asked, so there is a bound.
    for (double truth : new double[] {102, 104}) {
      RateControllerTest other = new RateControllerTest();
      other.steering = other.steering(5_000, 400_000, 1);
      other.drive(limitAt(truth));
      Estimate found = other.estimate();

      assertThat(other.steering.stop()).contains(StopReason.ITSELF);
      assertThat(found.rate()).isNaN();
      assertThat(found.high()).isNaN();
      assertThat(found.low()).isBetween(.9 * FLOOD, FLOOD);
      assertThat(found.atFlood()).isTrue();
    }
    RateControllerTest below = new RateControllerTest();
    below.steering = below.steering(1_000, 60_000, 1);
    below.drive(limitAt(99));
    Estimate near = below.estimate();
    assertThat(near.rate()).isBetween(96.0, FLOOD);
    // By the curve it lies above the flood, where nobody knows.
    assertThat(near.high()).isNaN();
  }

  @Test
  void treatsNothingAsBadBeforeAnyRequestEnds() {
    schedule(0, 241);

    assertThat(rate).isEqualTo(92);
    assertThat(history.over()).isEmpty();
  }

  @Test
  void waitsForALimitedTime() {
    schedule(0, 240);
    ended(1, 139, Observations.Fate.GOOD, 0);
    assertThat(history.over()).isEmpty();

    // One that began at 9.2 s and took 1 s: 8.8 s after the end of the first stretch, and 7.8 s
    // after that of the second, of which nothing is over; eight mean residence times are 8 s.
    ended(920, 920, Observations.Fate.GOOD, 0);

    assertThat(history.over()).hasSize(1);
    assertThat(history.over().getFirst().good()).isEqualTo(99);
    assertThat(history.over().getFirst().judged()).isEqualTo(100);
  }

  @Test
  void excludesASegmentWhoseUsersAllCancelled() {
    schedule(0, 140);
    ended(1, 140, Observations.Fate.UNJUDGED, 0);

    assertThat(history.over()).isEmpty();
    assertThat(history.last()).isEmpty();
  }

  @Test
  void endsWhenTheClientIsLate() {
    schedule(0, 140);
    ended(1, 140, Observations.Fate.GOOD, 20_000_000);
    schedule(140, 141);

    assertThat(rate).isZero();
    assertThat(steering.stop()).contains(StopReason.ITSELF);
    assertThat(history.last().getFirst().lagP99Millis()).isCloseTo(20, within(.001));
  }

  @Test
  void endsWhenNoLoadMeetsTheSlo() {
    long arrivals = drive(_ -> 0);

    assertThat(steering.stop()).contains(StopReason.ITSELF);
    assertThat(SearchOutcome.limitNegligible(estimate(), FLOOD)).isTrue();
    assertThat(estimate().rate()).isNaN();
    assertThat(arrivals).isLessThan(3_000);
  }

  @Test
  void findsALimitFarBelowTheFlood() {
    // What lies between .5 and .6 of the flood was out of reach once, and much below it still is
    // asked for.
    for (double truth : new double[] {58, 55, 28}) {
      RateControllerTest other = new RateControllerTest();
      other.steering = other.steering(1_000, 60_000, 1);
      other.drive(limitAt(truth));

      assertThat(other.steering.stop()).contains(StopReason.ITSELF);
      assertThat(other.estimate().done(PLAN.tolerance())).isTrue();
      assertThat(other.estimate().rate()).isCloseTo(truth, within(.07 * truth));
    }
  }

  @Test
  void endsEarlyIfTheFloodRateMeetsTheSlo() {
    long arrivals = drive(_ -> 1);

    assertThat(steering.stop()).contains(StopReason.ITSELF);
    assertThat(estimate().atCeiling()).isTrue();
    assertThat(estimate().rate()).isNaN();
    assertThat(estimate().high()).isNaN();
    assertThat(estimate().low()).isBetween(.7 * FLOOD, FLOOD);
    assertThat(arrivals).isLessThan(2_500);
  }

  @Test
  void learnsNothingFromLoadsThatWereNotReached() {
    schedule(0, 140);
    ended(1, 140, Observations.Fate.GOOD, 0);
    assertThat(estimate().wanted()).isGreaterThan(FLOOD);
    assertThat(estimate().rate() > FLOOD || estimate().high() > FLOOD).isFalse();

    SearchHistory bad = new SearchHistory();
    SearchSegment segment = new SearchSegment(begun(), 85, 0, 0, 1_400);
    segment.at(0, 0);
    segment.at(1_400, 14 * SECOND);
    bad.add(segment);
    for (int i = 1; i <= 1_400; i++) {
      bad.add(seen(i * SECOND / 100, 1, 0, Observations.Fate.LATE));
    }
    Estimate below = Estimate.of(bad.last(), .95, FLOOD);
    assertThat(below.where()).isEqualTo(Estimate.Where.BELOW);
    assertThat(below.high()).isCloseTo(100, within(1.0));
    assertThat(below.low()).isNaN();
  }

  @Test
  void startsNoSegmentThatDoesNotFit() {
    // The first is 1.4 times as long; sessions cost a request for each turn.
    steering = steering(100, 139, 1);
    schedule(0, 1);
    assertThat(rate).isZero();
    assertThat(steering.stop()).contains(StopReason.BUDGET);

    steering = steering(100, 2 * 140, 2);
    schedule(0, 140);
    assertThat(rate).isEqualTo(85);
    schedule(140, 141);
    assertThat(rate).isZero();
  }

  @Test
  void makesSegmentsAsLongAsALoadedServerNeeds() {
    // Eight residence times under load, which are twice as long as alone: 8 × 2 × 1 s × 85/s.
    history.setUnloaded(1, 1);
    steering = steering(100, 100_000, 1);
    schedule(0, 1904);
    assertThat(rate).isEqualTo(85);
    schedule(1904, 1905);
    assertThat(rate).isEqualTo(92);
  }
}
