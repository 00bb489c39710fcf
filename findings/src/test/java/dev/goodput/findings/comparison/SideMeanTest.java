package dev.goodput.findings.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.metrics.comparison.RunFigures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SideMeanTest {
  private static final ComparedMetric TTFT = ComparedMetric.TTFT_P95;

  private static RunFigures run(double ttft) {
    return new RunFigures(Map.of(TTFT, ttft));
  }

  @Test
  void areOfThePairsThatHaveTheFigureOnBothSides() {
    List<PairRow> rows =
        List.of(
            new PairRow("pair 1", false, 1, "", run(100), run(110)),
            new PairRow("pair 2", false, 2, "", run(9000), new RunFigures(Map.of())));
    assertThat(PairRow.mean(rows, PairRow::a, TTFT)).isCloseTo(100, within(1e-9));
    assertThat(PairRow.mean(rows, PairRow::b, TTFT)).isCloseTo(110, within(1e-9));
  }

  @Test
  void areOfAllRunsThatAreNoPairs() {
    List<PairRow> rows =
        List.of(
            new PairRow("one", false, 1, "", run(100), null),
            new PairRow("two", false, 2, "", run(400), null));
    assertThat(PairRow.mean(rows, PairRow::a, TTFT)).isCloseTo(200, within(1e-9));
    assertThat(PairRow.mean(rows, PairRow::b, TTFT)).isNaN();
  }

  /// Of four that have about eight and one that has nothing the geometric mean would be nothing.
  @Test
  void isMissingIfARunHasNoFigure() {
    List<PairRow> rows =
        List.of(
            new PairRow("one", false, 1, "", run(8), run(0)),
            new PairRow("two", false, 2, "", run(0), run(0)));
    assertThat(PairRow.mean(rows, PairRow::a, TTFT)).isNaN();
    assertThat(PairRow.mean(rows, PairRow::b, TTFT)).isZero();
  }
}
