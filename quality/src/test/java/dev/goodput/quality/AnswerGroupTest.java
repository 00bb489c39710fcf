package dev.goodput.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.quality.AnswerGroup.Answer;
import dev.goodput.quality.AnswerGroup.Pairs;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerGroupTest {
  private static final AnswerGroup GROUP =
      new AnswerGroup(
          List.of(
              new Answer(0, "one two three four", List.of(1.0)),
              new Answer(0, "one two three four", List.of(1.0)),
              new Answer(0, "one two three five", List.of(0.25)),
              new Answer(1, "six", List.of())));

  @Test
  void comparesThePairsWithinALoad() {
    assertThat(GROUP.within(0)).hasSize(1);
    Pairs pairs = GROUP.within(0).getFirst();
    assertThat(pairs.pairs()).isEqualTo(3);
    assertThat(pairs.differing()).isEqualTo(2);
    assertThat(pairs.differences()).hasSize(1);
    assertThat(pairs.differences().getFirst().pairs()).isEqualTo(2);
    // Three of four words in common: F1 0.75 for two of the three pairs.
    assertThat(pairs.rougeL()).isCloseTo((1 + 2 * 0.75) / 3, within(1e-12));
    assertThat(GROUP.at(0)).isEqualTo(3);
  }

  @Test
  void comparesThePairsBetweenLoads() {
    Pairs pairs = GROUP.across().getFirst();
    assertThat(pairs.pairs()).isEqualTo(3);
    assertThat(pairs.share()).isEqualTo(1);
    assertThat(pairs.rougeL()).isZero();
  }

  @Test
  void hasNoPairsOfASingleAnswer() {
    assertThat(GROUP.within(1)).isEmpty();
    assertThat(new AnswerGroup(GROUP.answers().subList(0, 2)).across()).isEmpty();
  }

  @Test
  void knowsHowFarScoresAreApart() {
    assertThat(GROUP.spread(load -> load == 0, 0)).hasValue(0.75);
    assertThat(GROUP.spread(load -> load == 1, 0)).isEmpty();
  }
}
