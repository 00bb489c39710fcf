package dev.goodput.metrics.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.trend.ChangePoints.Series;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChangePointsTest {
  private static final ChangePoints POINTS = new ChangePoints(ChangePoints.DEFAULT_DELTA);

  /// Values about 100 with 2 % noise, times the factors of the parts.
  private static List<Double> noisy(long seed, int[] lengths, double... factors) {
    Random random = new Random(seed);
    List<Double> values = new ArrayList<>();
    for (int part = 0; part < lengths.length; part++) {
      for (int i = 0; i < lengths[part]; i++) {
        values.add(100 * factors[part] * (1 + .02 * random.nextGaussian()));
      }
    }
    return values;
  }

  private static List<ChangePoint> find(List<Double> values) {
    return POINTS.find(List.of(new Series(values, false))).getFirst();
  }

  @Test
  void findsAStepWithItsMedians() {
    List<Double> values = new ArrayList<>(Collections.nCopies(15, 100.0));
    values.addAll(Collections.nCopies(12, 110.0));
    assertThat(find(values)).hasSize(1);
    ChangePoint point = find(values).getFirst();
    assertThat(point.index()).isEqualTo(15);
    assertThat(point.before()).isEqualTo(100);
    assertThat(point.after()).isEqualTo(110);
    assertThat(point.effect()).isCloseTo(.1, within(1e-12));
    assertThat(point.p()).isLessThan(.001);
  }

  @Test
  void findsAShiftThatWentAway() {
    List<ChangePoint> found = find(noisy(4, new int[] {40, 20, 40}, 1, 1.1, 1));
    assertThat(found).hasSize(2);
    assertThat(found.get(0).index()).isBetween(35, 45);
    assertThat(found.get(1).index()).isBetween(55, 65);
    assertThat(found.get(0).effect()).isCloseTo(.1, within(.02));
    assertThat(found.get(1).effect()).isCloseTo(-.1, within(.02));
  }

  @Test
  void findsSeveralSteps() {
    List<ChangePoint> found = find(noisy(5, new int[] {30, 30, 30}, 1, 1.1, 1.25));
    assertThat(found).hasSize(2);
    assertThat(found.get(0).index()).isBetween(25, 35);
    assertThat(found.get(1).index()).isBetween(55, 65);
  }

  @Test
  void leavesNoConstantShortOrSlightlyChangedSeries() {
    assertThat(find(List.of())).isEmpty();
    assertThat(find(Collections.nCopies(100, 0.0))).isEmpty();
    assertThat(find(Collections.nCopies(100, .1))).isEmpty();
    // Nine runs after the step.
    assertThat(find(noisy(6, new int[] {10, 9}, 1, 2))).isEmpty();
    // A certain step of 1 %, below δ.
    List<Double> slight = new ArrayList<>(Collections.nCopies(50, 100.0));
    slight.addAll(Collections.nCopies(50, 101.0));
    assertThat(find(slight)).isEmpty();
    assertThat(new ChangePoints(.005).find(List.of(new Series(slight, false))).getFirst())
        .hasSize(1);
  }

  @Test
  void takesTheDifferenceOfShares() {
    List<Double> values = new ArrayList<>(Collections.nCopies(20, 0.0));
    values.addAll(Collections.nCopies(20, .03));
    ChangePoint point = POINTS.find(List.of(new Series(values, true))).getFirst().getFirst();
    assertThat(point.effect()).isEqualTo(.03);
    assertThat(POINTS.find(List.of(new Series(values, false))).getFirst().getFirst().effect())
        .isInfinite();
  }

  @Test
  void survivesOutliers() {
    List<Double> values = noisy(7, new int[] {60}, 1);
    values.set(20, 1e6);
    values.set(45, 1e-6);
    assertThat(find(values)).isEmpty();
    List<Double> stepped = noisy(8, new int[] {30, 30}, 1, 1.08);
    stepped.set(10, 1e6);
    assertThat(find(stepped)).extracting(ChangePoint::index).allMatch(at -> Math.abs(at - 30) <= 3);
    assertThat(find(stepped)).hasSize(1);
  }

  @Test
  void isStricterWithMoreMetrics() {
    // One barely certain step, alone and among nine series of noise.
    List<Double> step = noisy(9, new int[] {25, 25}, 1, 1.03);
    double alone = find(step).getFirst().p();
    List<Series> many = new ArrayList<>(List.of(new Series(step, false)));
    IntStream.range(0, 9)
        .forEach(i -> many.add(new Series(noisy(100 + i, new int[] {50}, 1), false)));
    List<List<ChangePoint>> found = POINTS.find(many);
    assertThat(found.subList(1, 10)).allMatch(List::isEmpty);
    assertThat(found.getFirst()).allMatch(point -> Math.abs(point.p() - 10 * alone) < 1e-9);
  }

  @Test
  void givesTheSameEachTime() {
    List<Double> values = noisy(10, new int[] {40, 40}, 1, 1.05);
    assertThat(find(values)).isEqualTo(find(values)).hasSize(1);
  }

  @Test
  void refusesTooManyRuns() {
    List<Double> values = Collections.nCopies(ChangePoints.MAX_RUNS + 1, 1.0);
    assertThatThrownBy(() -> find(values)).isInstanceOf(IllegalArgumentException.class);
  }
}
