package dev.goodput.lab.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.search.Segment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttainmentCurveTest {
  /// Stretches that lie on a logistic curve through 95 % at 20/s, of a load that is what was asked.
  private static List<Segment> onACurve(double slope, int judged, double... rates) {
    List<Segment> segments = new ArrayList<>();
    double atTarget = Math.log(.95 / .05);
    for (double rate : rates) {
      double p = 1 / (1 + Math.exp(-(atTarget + slope * Math.log(rate / 20))));
      segments.add(new Segment(rate, Math.log(rate), judged, Math.round(judged * p), 0));
    }
    return segments;
  }

  @Test
  void crossesTheTargetWhereTheTrueCurveDoes() {
    AttainmentCurve curve =
        AttainmentCurve.fit(onACurve(-25, 100_000, 18, 19, 19.5, 20, 20.5, 21, 22), .95);
    AttainmentCurve.Crossing found = curve.crossing(.95);

    // The chance of the load costs a little: it takes more from the steep side than it gives.
    assertThat(Math.exp(found.logLoad())).isCloseTo(20, within(.3)).isLessThan(20);
    assertThat(curve.at(found.logLoad())).isCloseTo(.95, within(1e-6));
    assertThat(found.standardError()).isLessThan(.01);
  }

  @Test
  void fallsWithLoad() {
    AttainmentCurve curve = AttainmentCurve.fit(onACurve(-10, 1000, 18, 20, 22), .95);
    double before = 1;
    for (double rate = 15; rate < 25; rate += .5) {
      assertThat(curve.at(Math.log(rate))).isLessThan(before);
      before = curve.at(Math.log(rate));
    }
  }

  @Test
  void hasANarrowerIntervalWithMoreSegments() {
    double few = AttainmentCurve.fit(onACurve(-20, 850, 19, 21), .95).crossing(.95).standardError();
    double more =
        AttainmentCurve.fit(onACurve(-20, 850, 19, 21, 19, 21, 19, 21, 19, 21), .95)
            .crossing(.95)
            .standardError();
    assertThat(more).isLessThan(.6 * few);
  }

  @Test
  void worksWithOneSegmentAndWithSegmentsWithoutFailures() {
    AttainmentCurve.Crossing one =
        AttainmentCurve.fit(List.of(new Segment(17, Math.log(17), 1000, 1000, 0)), .95)
            .crossing(.95);
    assertThat(Math.exp(one.logLoad())).isGreaterThan(17);
    assertThat(one.standardError()).isPositive().isFinite();

    AttainmentCurve.Crossing none =
        AttainmentCurve.fit(List.of(new Segment(17, Math.log(17), 1000, 0, 0)), .95).crossing(.95);
    assertThat(Math.exp(none.logLoad())).isLessThan(17);
    assertThat(none.standardError()).isPositive().isFinite();
  }

  @Test
  void usesThePriorSlopeIfNoiseInvertsTheCurve() {
    List<Segment> turned =
        List.of(
            new Segment(18, Math.log(18), 1_000_000, 900_000, 0),
            new Segment(20, Math.log(20), 1_000_000, 990_000, 0));
    AttainmentCurve curve = AttainmentCurve.fit(turned, .95);

    assertThat(curve.at(Math.log(21))).isLessThan(curve.at(Math.log(17)));
    assertThat(Math.exp(curve.crossing(.95).logLoad())).isBetween(15.0, 25.0);
  }
}
