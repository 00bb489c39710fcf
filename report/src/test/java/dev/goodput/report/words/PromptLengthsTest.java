package dev.goodput.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.report.ReportInput;
import dev.goodput.report.SampleRuns;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PromptLengthsTest {
  private static LevelResult.Lengths prompts(@Nullable Double planned, @Nullable Double reported) {
    return new LevelResult.Lengths(planned, reported, null, null);
  }

  @Test
  void longerPromptsThanRequestedAreReportedWithARemedy() {
    assertThat(WorkloadText.promptNote(SampleRuns.good(), prompts(100.0, 120.0)))
        .contains(
            "prompts have 120 tokens on average where 100 were requested (+20 %): pass the model's"
                + " own --tokenizer");
    assertThat(WorkloadText.promptNote(input("tokenizer", "o200k_base"), prompts(100.0, 120.0)))
        .hasValueSatisfying(note ->
            assertThat(note).endsWith("(+20 %): check that --tokenizer is the model's own"));
  }

  @Test
  void promptsOfAFileHaveNoRequestedLength() {
    assertThat(WorkloadText.promptNote(input("workload.own_prompts", "true"), prompts(14.0, 12.0)))
        .contains("prompts have 12.0 tokens on average where the client counted 14.0 (−14.3 %)");
  }

  @Test
  void nothingIsReportedIfTheyMatchOrAreUnknown() {
    assertThat(WorkloadText.promptNote(SampleRuns.good(), prompts(100.0, 104.0))).isEmpty();
    assertThat(WorkloadText.promptNote(SampleRuns.good(), prompts(null, 104.0))).isEmpty();
    assertThat(WorkloadText.promptNote(SampleRuns.good(), prompts(100.0, null))).isEmpty();
  }

  @Test
  void theRunKnowsThePromptSource() {
    assertThat(WorkloadText.hasOwnPrompts(SampleRuns.good())).isFalse();
    assertThat(WorkloadText.hasOwnPrompts(input("workload.own_prompts", "true"))).isTrue();
    assertThat(WorkloadText.hasOwnPrompts(input("workload.own_prompts", "false"))).isFalse();
    assertThat(WorkloadText.hasOwnPrompts(input("workload.written", "true"))).isTrue();
  }

  private static ReportInput input(String key, String value) {
    ReportInput in = SampleRuns.good();
    return in.with(in.manifest().with(key, value), List.of());
  }
}
