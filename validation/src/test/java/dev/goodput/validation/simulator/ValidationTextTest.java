package dev.goodput.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.profile.EngineProfile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValidationTextTest {
  private static String textOf(LatencyError... errors) {
    Validation validation =
        new Validation(
            EngineLogs.shipped().getLast(),
            EngineProfile.parse("rtx-pro-6000/llama-3.1-8b/tp2"),
            List.of(Parameter.values()),
            List.of(errors));
    return ValidationText.of(
        new ValidationReport(
            List.of(validation),
            Map.of(Ablation.KV_LIMIT, .5),
            List.of(new Cliff("all slots are taken", "TTFT p99", 36.3, 11_200, "ms"))));
  }

  @Test
  void keepsEverythingInEightyColumns() {
    String text = textOf(new LatencyError("ttft_p50", 100, 12_345));
    assertThat(text.lines()).allMatch(line -> line.length() <= 80);
    assertThat(text)
        .contains("fitted to this log: compute 0.740, memory 0.860", "overhead 1.00 ms")
        .contains("note assumed, not in its meta file: enable_prefix_caching true, ")
        .contains("note tensor parallelism is assumed to cost ")
        .contains(" no limit of KV blocks           50.0 %")
        .contains("   TTFT p99          36.3 ms  →  11.2 s");
  }

  @Test
  void hasNoNegativeZero() {
    assertThat(textOf(new LatencyError("ttft_p50", 100, 99.99)))
        .contains(" TTFT p50           100 ms       100 ms    +0.0 %");
  }
}
