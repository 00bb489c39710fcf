package dev.goodput.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.RunFigures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MeansTest {
  private static final ComparedMetric TTFT = ComparedMetric.TTFT_P95;

  private static RunFigures run(double ttft) {
    return new RunFigures(Map.of(TTFT, ttft));
  }

  @Test
  void areOfThePairsThatHaveTheFigureOnBothSides() {
    List<Row> rows =
        List.of(
            new Row("pair 1", false, 1, "", run(100), run(110)),
            new Row("pair 2", false, 2, "", run(9000), new RunFigures(Map.of())));
    assertThat(Means.of(rows, Row::a, TTFT)).isCloseTo(100, within(1e-9));
    assertThat(Means.of(rows, Row::b, TTFT)).isCloseTo(110, within(1e-9));
  }

  @Test
  void areOfAllRunsThatAreNoPairs() {
    List<Row> rows =
        List.of(
            new Row("one", false, 1, "", run(100), null),
            new Row("two", false, 2, "", run(400), null));
    assertThat(Means.of(rows, Row::a, TTFT)).isCloseTo(200, within(1e-9));
    assertThat(Means.of(rows, Row::b, TTFT)).isNaN();
  }

  /// Of four that have about eight and one that has nothing the geometric mean would be nothing.
  @Test
  void areNoneWhereSomeHaveNothing() {
    List<Row> rows =
        List.of(
            new Row("one", false, 1, "", run(8), run(0)),
            new Row("two", false, 2, "", run(0), run(0)));
    assertThat(Means.of(rows, Row::a, TTFT)).isNaN();
    assertThat(Means.of(rows, Row::b, TTFT)).isZero();
  }
}
