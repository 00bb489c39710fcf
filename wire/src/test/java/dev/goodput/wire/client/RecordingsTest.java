package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Outcome;
import dev.goodput.testing.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Replies of real engines: whole, cut at every byte, and cut at random. The expected values were
/// counted by an independent script.
final class RecordingsTest {
  private static final long SEED = 314159;

  private static Replay.Seen see(String dialect, byte[] response, int cut) {
    Replay replay = Replay.stream(dialect);
    Bytes.inTwo(response, cut, replay::next);
    return replay.seen();
  }

  /// Returns the recording's head, and its body in chunks of these sizes.
  private static byte[] response(String name, int... sizes) {
    byte[] recording = Bytes.resource("recordings/" + name + ".txt");
    int body = new String(recording, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n") + 4;
    return Bytes.join(
        Arrays.copyOf(recording, body),
        Bytes.chunked(Arrays.copyOfRange(recording, body, recording.length), sizes));
  }

  @ParameterizedTest
  @CsvSource({
    "chat, llamacpp_chat_stream, 12, 12, ok, length",
    "chat, llamacpp_chat_stream_nousage, 4, 4, ok, length",
    "completions, llamacpp_completions_stream, 4, 4, ok, length",
    "chat, llamacpp_error_midstream, 0, -1, error_event, ''",
    "llamacpp, llamacpp_error_midstream, 0, -1, error_event, ''",
    "llamacpp, llamacpp_native_completion_stream, 4, 4, ok, limit",
    "ollama, ollama_chat_native_stream, 16, 16, ok, length",
    "chat, ollama_openai_chat_stream, 16, 16, ok, length",
    "messages, vllm_anthropic_stream, 16, 16, ok, max_tokens",
    "chat, vllm_chat_usage_stream, 24, 24, ok, length",
    "completions, vllm_completions_usage_stream, 24, 24, ok, length",
    "responses, vllm_responses_stream, 13, 16, ok, max_output_tokens",
  })
  void holdsWhatTheServerSentHoweverItIsCut(
      String dialect, String name, int chunks, int tokens, String outcome, String finish) {
    byte[] response = response(name, 1 << 20);
    Replay.Seen whole = see(dialect, response, response.length);
    assertThat(whole.chunks()).hasSize(chunks);
    assertThat(whole.tokens().usageOutput()).isEqualTo(tokens);
    assertThat(whole.outcome().key()).isEqualTo(outcome);
    if (whole.outcome() instanceof Outcome.Ok(String reason)) {
      assertThat(reason).isEqualTo(finish);
    }
    for (int cut = 0; cut < response.length; cut++) {
      assertThat(see(dialect, response, cut)).as("cut at %d", cut).isEqualTo(whole);
    }
    Random random = new Random(SEED);
    for (int round = 0; round < 60; round++) {
      Replay replay = Replay.stream(dialect);
      byte[] pieces = response(name, 1 + random.nextInt(700), 1 + random.nextInt(9));
      Bytes.inRandomPieces(pieces, random, replay::next);
      assertThat(replay.seen()).as("seed %d round %d", SEED, round).isEqualTo(whole);
    }
  }

  @Test
  void namesTheErrorThatCameInsideTheStream() {
    byte[] response = response("llamacpp_error_midstream", 99);
    assertThat(see("chat", response, 1).outcome())
        .isEqualTo(
            new Outcome.ErrorEvent(
                "the request exceeds the available context size. try increasing the context size or"
                    + " enable context shift (400, invalid_request_error)"));
  }

  @Test
  void readsAWholeAnswerOfARealServer() {
    Replay replay = new Replay(false);
    byte[] response = Bytes.resource("recordings/vllm_chat_nonstream.txt");
    replay.at(7, response, 0, response.length);
    assertThat(replay.outcome()).isEqualTo(new Outcome.Ok("length"));
    assertThat(replay.log().lastToken()).isEqualTo(7);
    assertThat(replay.log().tokens().usageOutput()).isEqualTo(24);
    assertThat(replay.log().text()).startsWith(" guvu tavu");
  }

  @Test
  void namesTheErrorsOfARealServer() {
    Replay unknown = Replay.stream();
    byte[] response = Bytes.resource("recordings/vllm_error_model.txt");
    unknown.at(1, response, 0, response.length);
    assertThat(unknown.outcome())
        .isEqualTo(
            new Outcome.HttpError(
                404, "The model `nope` does not exist. Valid aliases: tiny. (NotFoundError, 404)"));
    Replay tooLong = Replay.stream();
    byte[] second = Bytes.resource("recordings/vllm_error_too_long.txt");
    tooLong.at(1, second, 0, second.length);
    assertThat(tooLong.outcome().key()).isEqualTo("http_error");
    assertThat(tooLong.outcome().detail()).startsWith("max_tokens=4000 cannot be greater");
  }
}
