package dev.goodput.record.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WordSuggestionTest {
  private static final List<String> NAMES = List.of("azure-code", "azure-conv", "synthetic");

  @Test
  void findsTheNameWithTheFewestEdits() {
    assertThat(WordSuggestion.to("azure-cnv", NAMES)).contains("azure-conv");
    assertThat(WordSuggestion.to("azure-cod", NAMES)).contains("azure-code");
    assertThat(WordSuggestion.to("SYNTETIC", NAMES)).contains("synthetic");
    assertThat(WordSuggestion.to("lama-8b", List.of("Llama-8B"))).contains("Llama-8B");
  }

  @Test
  void countsSwappedNeighboursAsOneEdit() {
    assertThat(WordSuggestion.to("azure-covn", NAMES)).contains("azure-conv");
    assertThat(WordSuggestion.to("topt", List.of("ttft", "tpot"))).contains("tpot");
    assertThat(WordSuggestion.to("ab", List.of("ba"))).contains("ba");
  }

  @Test
  void prefersACommonPrefix() {
    assertThat(WordSuggestion.to("h10", List.of("a10", "h100", "t10"))).contains("h100");
  }

  @Test
  void suggestsNothingForADistantWord() {
    assertThat(WordSuggestion.to("burstgpt", NAMES)).isEmpty();
    assertThat(WordSuggestion.to("foo", List.of("slo"))).isEmpty();
    assertThat(WordSuggestion.to("latency", List.of("ttft", "tpot"))).isEmpty();
    assertThat(WordSuggestion.to("q", List.of("s"))).isEmpty();
    assertThat(WordSuggestion.to("", NAMES)).isEmpty();
    assertThat(WordSuggestion.to("t".repeat(10_000), List.of("ttft"))).isEmpty();
  }

  @Test
  void endsASentence() {
    assertThat(WordSuggestion.hint("poison", List.of("poisson")))
        .isEqualTo("; did you mean poisson?");
    assertThat(WordSuggestion.hint("latency", List.of("ttft"))).isEmpty();
  }

  @Test
  void aTypoIsCloserAndSharesThePrefix() {
    List<String> fields = List.of("output_tokens", "max_tokens", "session_id", "reference");

    assertThat(WordSuggestion.slipOf("output_token", fields)).contains("output_tokens");
    assertThat(WordSuggestion.slipOf("outputTokens", fields)).contains("output_tokens");
    assertThat(WordSuggestion.slipOf("outptu_token", fields)).contains("output_tokens");
    assertThat(WordSuggestion.slipOf("max_token", fields)).contains("max_tokens");
    for (String another :
        List.of("question_id", "version_id", "min_tokens", "preference", "output_text", "s", "")) {
      assertThat(WordSuggestion.slipOf(another, fields)).as(another).isEmpty();
    }
  }
}
