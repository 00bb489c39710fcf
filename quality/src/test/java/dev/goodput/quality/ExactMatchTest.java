package dev.goodput.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class ExactMatchTest {
  private static final ExactMatch ALL =
      new ExactMatch(List.of(Pattern.compile("(?i)\\bthe\\b")), true, true, true, true);

  @Test
  void comparesEveryCharacterWithoutNormalisation() {
    assertThat(ExactMatch.IDENTICAL.matches("Paris", List.of("Rome", "Paris"))).isTrue();
    assertThat(ExactMatch.IDENTICAL.matches("paris", List.of("Paris"))).isFalse();
    assertThat(ExactMatch.IDENTICAL.matches("Paris\n", List.of("Paris"))).isFalse();
    assertThat(ExactMatch.IDENTICAL.names()).isEmpty();
  }

  @Test
  void normalisesBothTexts() {
    assertThat(ALL.matches(" The answer: PARIS 42!\n", List.of("answer paris"))).isTrue();
    assertThat(ALL.matches("The answer: PARIS 42!", List.of("answers paris"))).isFalse();
    assertThat(ALL.matches("The ANSWER-42!\n", List.of("  the Answer7"))).isTrue();
    assertThat(ALL.names())
        .containsExactly(
            "regexes_to_ignore (?i)\\bthe\\b",
            "ignore_case",
            "ignore_punctuation",
            "ignore_numbers",
            "ignore_whitespace");
  }

  @Test
  void lowersTheGreekSigmaByItsPlaceInTheWord() {
    ExactMatch noCase = new ExactMatch(List.of(), true, false, false, false);
    assertThat(noCase.matches("ΟΔΟΣ ΣΑΣ'", List.of("οδος σας'"))).isTrue();
    assertThat(noCase.matches("İ", List.of("i\u0307"))).isTrue();
  }

  @Test
  void removesAsciiPunctuationOnly() {
    ExactMatch noPunctuation = new ExactMatch(List.of(), false, true, false, false);
    String all = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
    assertThat(noPunctuation.matches("a" + all + "«", List.of("a«"))).isTrue();
    assertThat(noPunctuation.matches("a«", List.of("a"))).isFalse();
  }

  @Test
  void findsAReferenceInTheAnswer() {
    assertThat(ExactMatch.IDENTICAL.contains("It is Paris.", List.of("Rome", "Paris"))).isTrue();
    assertThat(ExactMatch.IDENTICAL.contains("It is paris.", List.of("Paris"))).isFalse();
    assertThat(ALL.contains("It is paris.", List.of("PARIS!"))).isTrue();
  }

  @Test
  void findsAnEmptyReferenceOnlyInAnEmptyAnswer() {
    assertThat(ExactMatch.IDENTICAL.contains("Paris", List.of(""))).isFalse();
    assertThat(ExactMatch.IDENTICAL.contains("", List.of(""))).isTrue();
  }
}
