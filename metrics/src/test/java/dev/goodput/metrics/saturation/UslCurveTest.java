package dev.goodput.metrics.saturation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class UslCurveTest {
  private static final double[] USERS = {1, 2, 4, 8, 16, 32, 64, 128};

  private static double[] of(UslCurve curve) {
    double[] tps = new double[USERS.length];
    for (int i = 0; i < tps.length; i++) {
      tps[i] = curve.tps(USERS[i]);
    }
    return tps;
  }

  private static double[] errors(double[] tps, double share) {
    double[] errors = tps.clone();
    for (int i = 0; i < errors.length; i++) {
      errors[i] *= share;
    }
    return errors;
  }

  @Test
  void findsTheNumbersThatMadeTheCurve() {
    UslCurve truth = new UslCurve(150, .03, .0004);
    double[] tps = of(truth);

    UslCurve found = UslCurve.fit(USERS, tps, errors(tps, .01));

    assertThat(found.lambda()).isCloseTo(150, within(1e-4));
    assertThat(found.sigma()).isCloseTo(.03, within(1e-7));
    assertThat(found.kappa()).isCloseTo(.0004, within(1e-9));
    assertThat(found.peakUsers()).isCloseTo(Math.sqrt(.97 / .0004), within(1e-2));
    assertThat(found.misfit(USERS, tps)).isLessThan(1e-6);
  }

  @Test
  void hasNoPeakWhereOutputNeverFalls() {
    double[] tps = of(new UslCurve(150, .05, 0));

    UslCurve found = UslCurve.fit(USERS, tps, errors(tps, .01));

    assertThat(found.kappa()).isCloseTo(0, within(1e-9));
    assertThat(found.peak()).isCloseTo(150 / .05, within(30.0));
  }

  /// Output that grows faster than the number of users would require negative contention.
  @Test
  void keepsItsNumbersFromFallingBelowZero() {
    double[] tps = {1, 2.2, 4.6, 9.5, 19.8, 41, 85, 176};

    UslCurve found = UslCurve.fit(USERS, tps, errors(tps, .01));

    assertThat(found.sigma()).isZero();
    assertThat(found.kappa()).isZero();
    assertThat(found.peakUsers()).isInfinite();
  }

  @Test
  void standsNoise() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    double[] tps = of(new UslCurve(150, .03, .0004));
    for (int i = 0; i < tps.length; i++) {
      tps[i] *= 1 + .02 * random.nextGaussian();
    }

    UslCurve found = UslCurve.fit(USERS, tps, errors(tps, .02));

    assertThat(found.peakUsers()).as("seed %d", seed).isBetween(35.0, 70.0);
    assertThat(found.misfit(USERS, tps)).as("seed %d", seed).isLessThan(.06);
  }
}
