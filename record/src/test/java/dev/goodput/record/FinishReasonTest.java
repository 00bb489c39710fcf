package dev.goodput.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FinishReasonTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "error",
        "abort",
        "ABORTED",
        "network_error",
        "insufficient_system_resource",
        "no_resources",
        "cancelled",
        "canceled",
        "USER_CANCEL",
        "timeout",
        "time_out",
        "timed-out",
        "DEADLINE_EXCEEDED",
        "overloaded_error",
        "server_overload",
        "engine_failure",
        "failed",
        "internalServerError",
        "ERROR_TOXIC",
        "rate_limit_exceeded",
        "out_of_memory",
        "OOM",
        "service_unavailable"
      })
  void recognizesFailureReasons(String word) {
    assertThat(FinishReason.meansFailure(word)).isTrue();
    assertThat(FinishReason.documented(word)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "stop",
        "length",
        "tool_calls",
        "content_filter",
        "end_turn",
        "model_context_window_exceeded",
        "MAX_TOKENS",
        "STOP_SEQUENCE",
        "eos_token",
        "max_output_tokens"
      })
  void recognizesDocumentedReasons(String word) {
    assertThat(FinishReason.meansFailure(word)).isFalse();
    assertThat(FinishReason.documented(word)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "model_decided", "room_left", "end_of_story"})
  void treatsOtherReasonsAsHarmlessAndUnknown(String word) {
    assertThat(FinishReason.meansFailure(word)).isFalse();
    assertThat(FinishReason.documented(word)).isFalse();
  }
}
