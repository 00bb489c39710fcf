package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OutOfMemoryDetectorTest {
  private static final long SECOND = 1_000_000_000;

  private final TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);

  private void ends(double atMillis, String upstream, Outcome outcome) {
    meter.add(
        RequestMaker.at(atMillis - 5)
            .ended(atMillis)
            .outcome(outcome)
            .passage(Passages.of("m", upstream, ""))
            .make());
  }

  private List<TrafficEvent> events() {
    return meter.snapshot(600 * SECOND).events();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has 79.10 GiB in all",
        "HIP out of memory. Tried to allocate 160.00 MiB (InternalServerError, 500)",
        "torch.OutOfMemoryError: Allocation on device",
        "[TensorRT-LLM][ERROR] CUDA runtime error in cudaMalloc: out of memory",
        "model requires more system memory (9.6 GiB) than is available (7.2 GiB)",
        "llama runner process has terminated: cudaMalloc failed: out of memory",
        "error loading model: unable to allocate CUDA0 buffer",
        "Insufficient Memory (00000008:kIOGPUCommandBufferCallbackErrorOutOfMemory)",
        "cudaErrorMemoryAllocation"
      })
  void knowsTheWordsOfEngines(String words) {
    ends(100, "a", new Outcome.HttpError(500, words));

    assertThat(events())
        .containsExactly(
            new TrafficEvent(100_000_000, TrafficEvent.Kind.OUT_OF_MEMORY, "a", words));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "This model's maximum context length is 4096 tokens",
        "Rate limit reached: out of tokens for this minute",
        "the server is overloaded",
        "failed to allocate a port",
        "tool `memory` not found",
        ""
      })
  void takesNoOtherErrorForOne(String words) {
    ends(100, "a", new Outcome.HttpError(500, words));

    assertThat(events()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 413, 422, 429})
  void takesNoRefusalForOneThatRepeatsWhatWasAsked(int status) {
    ends(100, "a", new Outcome.HttpError(status, "input: 'why does CUDA run out of memory?'"));

    assertThat(events()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {424, 500, 503})
  void seesItInFailuresOfTheServer(int status) {
    ends(100, "a", new Outcome.HttpError(status, "CUDA out of memory"));

    assertThat(events()).hasSize(1);
  }

  @Test
  void seesItInAStreamAndInAnAnswerThatIsNotUnderstood() {
    ends(100, "a", new Outcome.ErrorEvent("CUDA out of memory"));
    meter.addUnparsed(
        RequestMaker.at(0)
            .ended(200)
            .outcome(new Outcome.HttpError(500, "out of memory"))
            .passage(Passages.of("", "b", ""))
            .make(),
        500);

    assertThat(events()).extracting(TrafficEvent::source).containsExactly("a", "b");
  }

  @Test
  void manyRequestsThatFailOverItAreOneEventOfTheirUpstream() {
    for (int i = 0; i < 100; i++) {
      ends(1000.0 * i + 100, i % 2 == 0 ? "a" : "b", new Outcome.ErrorEvent("out of memory"));
    }
    ends(99_100 + 61_000, "b", new Outcome.ErrorEvent("out of memory"));

    assertThat(events()).extracting(TrafficEvent::source).containsExactly("a", "b", "b");
    assertThat(meter.snapshot(600 * SECOND).eventCounts())
        .containsEntry(TrafficEvent.Kind.OUT_OF_MEMORY, 3L);
  }
}
