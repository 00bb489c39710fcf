package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Tokens;
import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.record.TokenSource;
import dev.goodput.report.InventedResult;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TokenTextTest {
  @Test
  void reportsHowCloselyTheTokenizerAgrees() {
    assertThat(TokenText.sentence(level(TokenSource.USAGE, 0.0006, null)))
        .isEqualTo("from usage; the tokenizer agrees within 0.1 %");
    assertThat(TokenText.sentence(level(TokenSource.USAGE, -0.0311, null)))
        .isEqualTo("from usage; the tokenizer agrees within 3.2 %");
  }

  @Test
  void reportsATokenizerDifferenceAboveFivePercent() {
    assertThat(TokenText.sentence(level(TokenSource.USAGE, -0.2, null)))
        .isEqualTo("from usage; the tokenizer counts 20 % fewer");
  }

  @Test
  void warnsThatChunksAreNotTokens() {
    assertThat(TokenText.sentence(level(TokenSource.USAGE, null, -0.4)))
        .isEqualTo("from usage; 40 % fewer chunks than tokens");
  }

  @Test
  void namesTheRemedyWhereChunksStandForTokens() {
    assertThat(TokenText.sentence(level(TokenSource.CHUNKS, null, null))).contains("--tokenizer");
  }

  @Test
  void reportsThatInputTokensAreTheRequestedOnes() {
    LevelResult counted = level(TokenSource.CHUNKS, null, null);
    LevelResult.Lengths unreported = new LevelResult.Lengths(10.0, null, 20.0, 20.0);
    assertThat(TokenText.sentence(counted.tokens(), unreported))
        .endsWith("; input tokens as requested");
    assertThat(TokenText.sentence(counted)).doesNotContain("as asked");
  }

  @Test
  void doesNotMentionAnIgnoredUsage() {
    assertThat(TokenText.sentence(level(TokenSource.TOKENIZER, null, null)))
        .endsWith("the server reported no usable usage");
    assertThat(TokenText.sentence(level(TokenSource.CHUNKS, null, null)))
        .contains("no usable usage");
  }

  @Test
  void reportsTheNumberOfResponsesPerTokenSource() {
    assertThat(
            TokenText.sentence(
                level(Map.of(TokenSource.USAGE, 13L, TokenSource.CHUNKS, 1L), null, -0.0002)))
        .isEqualTo(
            "from usage for 13 of 14 responses; chunks agree within 0.1 %; content chunks counted"
                + " as tokens for 1 of 14 responses: no usable usage and no --tokenizer");
    assertThat(
            TokenText.sentence(
                level(Map.of(TokenSource.TOKENIZER, 2L, TokenSource.CHUNKS, 1L), null, null)))
        .startsWith("counted with the tokenizer for 2 of 3 responses; ");
  }

  @Test
  void isEmptyWithoutResponses() {
    assertThat(TokenText.sentence(level(Map.of(), null, null))).isEmpty();
  }

  private static LevelResult level(
      TokenSource source, @Nullable Double tokenizer, @Nullable Double chunks) {
    return level(Map.of(source, 14L), tokenizer, chunks);
  }

  private static LevelResult level(
      Map<TokenSource, Long> answers, @Nullable Double tokenizer, @Nullable Double chunks) {
    return InventedResult.counted(
        new Tokens(
            1,
            1,
            null,
            null,
            null,
            new TreeMap<>(answers),
            ItlSource.NONE,
            1,
            null,
            new TreeMap<>(),
            tokenizer,
            chunks));
  }
}
