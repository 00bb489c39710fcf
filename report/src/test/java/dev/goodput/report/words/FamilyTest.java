package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.LevelResult;
import dev.goodput.report.InventedResult;
import dev.goodput.report.SampleRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FamilyTest {
  @Test
  void showsEveryMemberWithItsOwnFigure() {
    LevelResult level = InventedResult.good().result().levels().getFirst();
    List<Family.Member> family = Family.of(level);
    assertThat(family)
        .extracting(Family.Member::value)
        .containsExactly(
            "97.1 %",
            "7.70 requests/s",
            "1,571 output tok/s",
            "1,565 output tok/s",
            "1,613 output tok/s",
            "97 %",
            "1,590 output tok/s");
    assertThat(family).allSatisfy(member -> assertThat(member.sentence()).endsWith("."));
  }

  @Test
  void givesNothingForTheOutputWhereAPercentileBoundIsMissed() {
    LevelResult level = InventedResult.missing().result().levels().getFirst();
    assertThat(Family.of(level).get(4).value()).isEqualTo("0 output tok/s");
    assertThat(Family.of(level).get(4).sentence())
        .isEqualTo("A percentile bound does not hold, so nothing counts.");
  }

  @Test
  void isEmptyWithoutAnSlo() {
    assertThat(Family.of(SampleRuns.few().result().levels().getFirst())).isEmpty();
  }
}
