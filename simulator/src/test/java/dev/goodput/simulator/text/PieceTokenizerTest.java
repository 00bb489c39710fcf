package dev.goodput.simulator.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PieceTokenizerTest {
  private static List<Integer> tokens(String text) {
    List<Integer> tokens = new ArrayList<>();
    PieceTokenizer.tokenize(text, tokens::add);
    return tokens;
  }

  @Test
  void countsPiecesOfWords() {
    assertThat(PieceTokenizer.count("")).isZero();
    assertThat(PieceTokenizer.count("a")).isEqualTo(1);
    assertThat(PieceTokenizer.count("simple words here")).isEqualTo(3);
    assertThat(PieceTokenizer.count("measurement")).isEqualTo(2);
    assertThat(PieceTokenizer.count("Hello, world!")).isEqualTo(4);
    assertThat(PieceTokenizer.count("one\n\ntwo   three")).isEqualTo(5);
    assertThat(PieceTokenizer.count("日本語")).isEqualTo(3);
    assertThat(PieceTokenizer.count("  ")).isEqualTo(1);
    assertThat(PieceTokenizer.count("12345678")).isEqualTo(2);
  }

  @Test
  void tellsPiecesApart() {
    assertThat(tokens("cat dog")).doesNotHaveDuplicates();
    assertThat(tokens("cat").get(0)).isNotEqualTo(tokens(" cat").get(0));
    assertThat(tokens("the cat").get(1)).isEqualTo(tokens("a cat").get(1));
  }

  @Test
  void readsEachEntryOfTheLexiconAsOneToken() {
    Lexicon lexicon = Lexicon.standard();
    assertThat(lexicon.words()).isGreaterThan(500);
    for (int i = 0; i < lexicon.size(); i++) {
      assertThat(tokens(lexicon.text(i))).as(lexicon.text(i)).containsExactly(lexicon.token(i));
      assertThat(lexicon.text(i)).matches("[ A-Za-z.,]+");
    }
  }

  @Tag("property")
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void readsAnAnswerAsTheTokensItWasMadeOf(long seed) {
    int[] entries = ResponseText.entries(seed, 300);
    String text = ResponseText.text(entries, 0, 300);
    List<Integer> expected = new ArrayList<>();
    for (int entry : entries) {
      expected.add(Lexicon.standard().token(entry));
    }
    assertThat(tokens(text)).isEqualTo(expected);
  }

  @Tag("property")
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {21, 22, 23, 24, 25})
  void takesAnyTextWithoutEnd(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      text.append((char) random.nextInt(1 << random.nextInt(1, 17)));
    }
    assertThat(PieceTokenizer.count(text.toString())).isBetween(500, 5000);
  }

  @Test
  void givesAnswersThatGrowWithoutChanging() {
    int[] all = ResponseText.entries(5, 100);
    int[] some = ResponseText.entries(5, 40);
    assertThat(all).startsWith(some);
    assertThat(ResponseText.text(all, 0, 100)).matches("[A-Z][A-Za-z., ]+");
    assertThat(ResponseText.entries(6, 100)).isNotEqualTo(all);
  }
}
