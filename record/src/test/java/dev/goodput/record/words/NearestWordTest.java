package dev.goodput.record.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestWordTest {
  private static final List<String> NAMES = List.of("azure-code", "azure-conv", "synthetic");

  @Test
  void findsTheNameWithTheFewestEdits() {
    assertThat(NearestWord.to("azure-cnv", NAMES)).contains("azure-conv");
    assertThat(NearestWord.to("azure-cod", NAMES)).contains("azure-code");
    assertThat(NearestWord.to("SYNTETIC", NAMES)).contains("synthetic");
    assertThat(NearestWord.to("lama-8b", List.of("Llama-8B"))).contains("Llama-8B");
  }

  @Test
  void countsSwappedNeighboursAsOneEdit() {
    assertThat(NearestWord.to("azure-covn", NAMES)).contains("azure-conv");
    assertThat(NearestWord.to("topt", List.of("ttft", "tpot"))).contains("tpot");
    assertThat(NearestWord.to("ab", List.of("ba"))).contains("ba");
  }

  @Test
  void prefersWhatBeginsAlike() {
    assertThat(NearestWord.to("h10", List.of("a10", "h100", "t10"))).contains("h100");
  }

  @Test
  void findsNothingForWhatIsFarFromAll() {
    assertThat(NearestWord.to("burstgpt", NAMES)).isEmpty();
    assertThat(NearestWord.to("foo", List.of("slo"))).isEmpty();
    assertThat(NearestWord.to("latency", List.of("ttft", "tpot"))).isEmpty();
    assertThat(NearestWord.to("q", List.of("s"))).isEmpty();
    assertThat(NearestWord.to("", NAMES)).isEmpty();
    assertThat(NearestWord.to("t".repeat(10_000), List.of("ttft"))).isEmpty();
  }

  @Test
  void endsASentence() {
    assertThat(NearestWord.hint("poison", List.of("poisson"))).isEqualTo("; did you mean poisson?");
    assertThat(NearestWord.hint("latency", List.of("ttft"))).isEmpty();
  }

  @Test
  void aSlipIsNearerAndBeginsAlike() {
    List<String> fields = List.of("output_tokens", "max_tokens", "session_id", "reference");

    assertThat(NearestWord.slipOf("output_token", fields)).contains("output_tokens");
    assertThat(NearestWord.slipOf("outputTokens", fields)).contains("output_tokens");
    assertThat(NearestWord.slipOf("outptu_token", fields)).contains("output_tokens");
    assertThat(NearestWord.slipOf("max_token", fields)).contains("max_tokens");
    for (String another :
        List.of("question_id", "version_id", "min_tokens", "preference", "output_text", "s", "")) {
      assertThat(NearestWord.slipOf(another, fields)).as(another).isEmpty();
    }
  }
}
