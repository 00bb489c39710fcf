package dev.goodput.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ScorerTest {
  private static final List<String> CAT = List.of("the cat sat on the mat");

  private static Scorer scorer(ScoreKind... kinds) {
    return new Scorer(List.of(kinds), ScoreOptions.DEFAULTS);
  }

  @Test
  void hasTheColumnsOfTheScoresInTheirOrder() {
    assertThat(scorer(ScoreKind.EXACT, ScoreKind.ROUGE, ScoreKind.CHRF_PLUS_PLUS).columns())
        .extracting(ScoreColumn::key)
        .containsExactly("exact", "rouge1", "rouge2", "rougeL", "rougeLsum", "chrfpp");
  }

  @Test
  void scoresAPerfectAnswerWithTheBestScores() {
    Scorer scorer = scorer(ScoreKind.BLEU, ScoreKind.CHRF, ScoreKind.ROUGE, ScoreKind.EXACT);
    double[] row = scorer.add("the cat sat on the mat", CAT);
    double[] corpus = scorer.corpus();
    for (int i = 0; i < row.length; i++) {
      assertThat(row[i]).isCloseTo(scorer.columns().get(i).best(), within(1e-9));
      assertThat(corpus[i]).isCloseTo(row[i], within(1e-9));
    }
  }

  @Test
  void countsAFailedRequestAsZero() {
    Scorer scorer = scorer(ScoreKind.EXACT, ScoreKind.BLEU);
    scorer.add("the cat sat on the mat", CAT);
    scorer.addFailed(CAT);
    assertThat(scorer.answers()).isEqualTo(2);
    // Half is right. All n-grams are right, but 6 words of 12 are missing: exp(1 - 12/6).
    assertThat(scorer.corpus()[0]).isEqualTo(0.5);
    assertThat(scorer.corpus()[1]).isCloseTo(100 * Math.exp(-1), within(1e-9));
  }

  @Test
  void doesNotTakeAFailedRequestForAnEmptyAnswer() {
    Scorer scorer = scorer(ScoreKind.EXACT);
    scorer.addFailed(List.of(""));
    assertThat(scorer.corpus()).containsExactly(0);
  }

  @Test
  void extractsBeforeItCompares() {
    ScoreOptions options =
        new ScoreOptions(false, ExactMatch.IDENTICAL, Extraction.GSM8K_STRICT, NumberMatch.EQUAL);
    Scorer scorer = new Scorer(List.of(ScoreKind.EXACT, ScoreKind.NUMBER), options);
    assertThat(scorer.add("3 + 4 = 7\n#### 7\n8", List.of("7"))).containsExactly(1, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", " [1, \"a\", null] \n", "\"text\"", "-1.5e3", "true"})
  void acceptsOneJsonValue(String answer) {
    assertThat(scorer(ScoreKind.JSON).add(answer, CAT)).containsExactly(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{'a': 1}",
        "{\"a\": 1,}",
        "[1] [2]",
        "{} x",
        "```json\n{}\n```",
        "01",
        "\"\\x\"",
        "NaN",
        "{\"a\" 1}"
      })
  void refusesWhatIsNotOneJsonValue(String answer) {
    assertThat(scorer(ScoreKind.JSON).add(answer, CAT)).containsExactly(0);
  }

  @Test
  void hasNoScoreWithoutAnswers() {
    assertThatThrownBy(scorer(ScoreKind.EXACT)::corpus).isInstanceOf(IllegalStateException.class);
  }
}
