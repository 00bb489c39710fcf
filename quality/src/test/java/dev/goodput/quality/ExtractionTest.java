package dev.goodput.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class ExtractionTest {
  private static final List<String> GSM8K =
      List.of("She has 16 - 3 - 4 = <<16-3-4=9>>9 eggs.\nShe makes 9 * 2 = $18.\n#### 18");

  private static double score(ScoreKind kind, String answer) {
    return new Scorer(List.of(kind), ScoreOptions.DEFAULTS).add(answer, GSM8K)[0];
  }

  @Test
  void wantsTheMarkOfGsm8kWhereStrict() {
    assertThat(score(ScoreKind.GSM8K_STRICT, "9 eggs at $2.\n#### 18")).isEqualTo(1);
    assertThat(score(ScoreKind.GSM8K_STRICT, "#### 18.\n#### 19")).isEqualTo(1);
    assertThat(score(ScoreKind.GSM8K_STRICT, "The answer is 18")).isZero();
    assertThat(score(ScoreKind.GSM8K_STRICT, "####18")).isZero();
  }

  @Test
  void takesTheLastNumberWhereFlexible() {
    assertThat(score(ScoreKind.GSM8K_FLEXIBLE, "9 eggs at $2 make $18.")).isEqualTo(1);
    assertThat(score(ScoreKind.GSM8K_FLEXIBLE, "18 from 9 eggs")).isZero();
    assertThat(score(ScoreKind.GSM8K_FLEXIBLE, "eighteen")).isZero();
  }

  @Test
  void takesTheFirstGroupThatIsNotEmpty() {
    Extraction first = new Extraction(Pattern.compile("(a+)|(b+)"), false);
    assertThat(first.from("xbbxaa")).isEqualTo("bb");
    assertThat(new Extraction(first.pattern(), true).from("xbbxaa")).isEqualTo("aa");
    assertThat(new Extraction(Pattern.compile("<.*?>"), false).from("a <b> <c>")).isEqualTo("<b>");
    assertThat(first.from("xyz")).isEqualTo("[invalid]");
  }

  @Test
  void findsTheLetterOfAChoice() {
    assertThat(ChoiceLetter.of("B")).hasValue("B");
    assertThat(ChoiceLetter.of("(C) because A is wrong, so the answer is (C).")).hasValue("C");
    assertThat(ChoiceLetter.of("Answer: A\nNo, wait.\nAnswer: D")).hasValue("D");
    assertThat(ChoiceLetter.of("I would say it is E, as in Eve")).hasValue("E");
    assertThat(ChoiceLetter.of("no idea")).isEmpty();
    assertThat(ChoiceLetter.matches("the answer is B", List.of("A", "(B)"))).isTrue();
    assertThat(ChoiceLetter.matches("no idea", List.of("none"))).isFalse();
  }
}
