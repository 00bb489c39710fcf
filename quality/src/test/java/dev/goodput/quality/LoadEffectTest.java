package dev.goodput.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.quality.AnswerGroup.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LoadEffectTest {
  /// Answers to prompts, each of a load's answers drawn from as many texts as that load has.
  private static List<AnswerGroup> drawn(
      int prompts, int repeats, int[] texts, SplittableRandom random) {
    List<AnswerGroup> groups = new ArrayList<>();
    for (int i = 0; i < prompts; i++) {
      List<Answer> answers = new ArrayList<>();
      for (int load = 0; load < texts.length; load++) {
        for (int j = 0; j < repeats; j++) {
          answers.add(new Answer(load, "text " + random.nextInt(texts[load]), List.of()));
        }
      }
      groups.add(new AnswerGroup(answers));
    }
    return groups;
  }

  private static boolean shown(LoadEffect effect) {
    LoadEffect.Unsteady unsteady = effect.unsteady();
    return effect.shift().shown() || (unsteady != null && unsteady.difference().shown());
  }

  /// Without an influence of the load at most 5 % of runs may say that there is one: in 300 runs
  /// more than 26 have a probability below 0.2 % (binomial).
  @Test
  @Tag("property")
  void rarelyFindsAnEffectWithoutOne() {
    SplittableRandom random = new SplittableRandom(7);
    long false_ =
        IntStream.range(0, 300)
            .filter(i -> shown(LoadEffect.of(drawn(20, 2, new int[] {3, 3}, random), i).getFirst()))
            .count();
    assertThat(false_).isLessThanOrEqualTo(26);
  }

  /// Without an influence of the load, an interval of the two loads that differ most would be above
  /// 0 in many runs (11 % with these sizes); so only one that is shown has an interval.
  @Test
  @Tag("property")
  void givesNoIntervalWithoutAnEffect() {
    SplittableRandom random = new SplittableRandom(11);
    int intervals = 0;
    for (int i = 0; i < 300; i++) {
      LoadEffect effect = LoadEffect.of(drawn(20, 3, new int[] {3, 3, 3}, random), i).getFirst();
      LoadEffect.Difference found = Objects.requireNonNull(effect.unsteady()).difference();
      assertThat(found.low() != null).isEqualTo(found.shown());
      assertThat(found.high() != null).isEqualTo(found.shown());
      intervals += found.low() != null ? 1 : 0;
    }
    // 2.5 % of runs without an effect: more than 16 of 300 have a probability below 0.2 %.
    assertThat(intervals).isLessThanOrEqualTo(16);
  }

  @Test
  void findsAnswersThatAreSteadyAtOneLoadOnly() {
    LoadEffect effect =
        LoadEffect.of(drawn(30, 3, new int[] {1, 4}, new SplittableRandom(1)), 1).getFirst();
    LoadEffect.Unsteady unsteady = Objects.requireNonNull(effect.unsteady());
    assertThat(unsteady.steady()).isZero();
    assertThat(unsteady.unsteady()).isEqualTo(1);
    assertThat(unsteady.least()).isZero();
    assertThat(unsteady.most()).isCloseTo(0.75, within(0.15)); // three of four texts are others
    assertThat(unsteady.difference().low()).isLessThan(unsteady.difference().value());
    assertThat(unsteady.difference().shown()).isTrue();
  }

  @Test
  void findsAnswersThatEachLoadGivesAlwaysTheSame() {
    List<AnswerGroup> groups = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      groups.add(
          new AnswerGroup(
              List.of(
                  new Answer(3, "a", List.of()),
                  new Answer(3, "a", List.of()),
                  new Answer(5, "b", List.of()),
                  new Answer(5, "b", List.of()))));
    }
    LoadEffect effect = LoadEffect.of(groups, 1).getFirst();
    assertThat(effect.prompts()).isEqualTo(12);
    assertThat(effect.across()).isEqualTo(1);
    assertThat(effect.within()).isZero();
    assertThat(effect.shift().low()).isEqualTo(1);
    assertThat(effect.shift().shown()).isTrue();
  }

  /// Two answers at each of two loads, two of them alike. Exchanging loads at random leaves the
  /// like ones together in one of three cases, so that the exact probability is 1/3.
  @Test
  void computesTheProbabilityOfThePermutationTest() {
    AnswerGroup group =
        new AnswerGroup(
            List.of(
                new Answer(0, "a", List.of()),
                new Answer(0, "a", List.of()),
                new Answer(1, "b", List.of()),
                new Answer(1, "b", List.of())));
    assertThat(LoadEffect.of(List.of(group), 3).getFirst().shift().p())
        .isCloseTo(1 / 3.0, within(0.04));
  }

  @Test
  void needsSeveralLoadsAndSeveralAnswersAtOne() {
    Answer one = new Answer(0, "a", List.of());
    Answer other = new Answer(1, "b", List.of());
    assertThat(LoadEffect.of(List.of(new AnswerGroup(List.of(one, other))), 1)).isEmpty();
    assertThat(LoadEffect.of(List.of(new AnswerGroup(List.of(one, one))), 1)).isEmpty();
    LoadEffect effect =
        LoadEffect.of(List.of(new AnswerGroup(List.of(one, one, other))), 1).getFirst();
    assertThat(effect.unsteady()).isNull();
  }
}
