package dev.goodput.quality;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgePromptTest {
  @ParameterizedTest
  @CsvSource({
    "[[A]], FIRST",
    "The second one. [[B]], SECOND",
    "[[C]] [[C]], TIE",
    "B, SECOND",
    "<think>Is it [[A]]?</think>[[B]], SECOND",
    "[[A]] or [[B]], UNREADABLE",
    "Answer A is better, UNREADABLE",
    "[[D]], UNREADABLE",
    "'', UNREADABLE"
  })
  void readsTheOnlyVerdict(String reply, JudgePrompt.Verdict expected) {
    assertThat(JudgePrompt.read(reply)).isEqualTo(expected);
  }

  @Test
  void putsTheTextsInTheirPlaces() {
    String prompt = JudgePrompt.of("What?", "{second} $1", "other");
    assertThat(prompt)
        .contains("[Question]\nWhat?\n[End of question]")
        .contains("[Answer A]\n{second} $1\n[End of answer A]")
        .contains("[Answer B]\nother\n[End of answer B]")
        .doesNotContain("{first}");
  }
}
