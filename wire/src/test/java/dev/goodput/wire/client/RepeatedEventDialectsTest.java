package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The fast path and the full parse give the same result in every dialect.
final class RepeatedEventDialectsTest {
  private static final long SEED = 8128;
  private static final int ROUNDS = 1_200;

  private static String data(String json) {
    return "data: " + json + "\n\n";
  }

  private static String typed(String type, String rest) {
    return "event: " + type + "\n" + data("{\"type\":\"" + type + "\"" + rest + "}");
  }

  private static String block(String delta) {
    return typed("content_block_delta", ",\"index\":0,\"delta\":{\"type\":" + delta + "}");
  }

  private static String llama(String rest) {
    return data("{\"index\":0,\"content\":" + rest + "}");
  }

  /// Events of streams, the typical one first.
  private static final Map<String, List<String>> EVENTS =
      Map.of(
          "messages",
          List.of(
              block("\"text_delta\",\"text\":\" tok\""),
              block("\"thinking_delta\",\"thinking\":\" hm\""),
              block("\"text_delta\",\"text\":\" a \\\"b\\\" \\u00e9\""),
              block("\"input_json_delta\",\"partial_json\":\"{\\\"a\\\":\""),
              block("\"input_json_delta\",\"partial_json\":\"\""),
              block("\"signature_delta\",\"signature\":\"EqQB\""),
              block("\"text_delta\",\"text\":\"\""),
              block("\"text_delta\",\"text\":\" tok\"").replace("event: content_block_delta\n", ""),
              block("\"text_delta\",\"text\":\" tok\"").replace("\n", "\r\n"),
              typed("ping", ""),
              typed("content_block_stop", ",\"index\":0"),
              typed("message_delta", ",\"delta\":{},\"usage\":{\"output_tokens\":7}"),
              typed("error", ",\"error\":{\"type\":\"overloaded_error\",\"message\":\"busy\"}")),
          "responses",
          List.of(
              typed("response.output_text.delta", ",\"delta\":\" tok\""),
              typed("response.output_text.delta", ",\"sequence_number\":4,\"delta\":\" more\""),
              typed("response.reasoning_text.delta", ",\"delta\":\" hm\""),
              typed("response.refusal.delta", ",\"delta\":\"no\""),
              typed("response.function_call_arguments.delta", ",\"delta\":\"{}\""),
              typed("response.output_text.delta", ",\"delta\":\"\""),
              typed("response.output_text.done", ",\"text\":\" tok\""),
              typed("response.completed", ",\"response\":{\"status\":\"completed\"}")),
          "completions",
          List.of(
              data("{\"choices\":[{\"index\":0,\"text\":\" tok\"}]}"),
              data("{\"choices\":[{\"index\":0,\"text\":\"x\"}]}"),
              data("{\"choices\":[{\"index\":0,\"text\":\"\"}]}"),
              data("{\"choices\":[{\"index\":0,\"text\":\"z\",\"finish_reason\":\"stop\"}]}"),
              data("{\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":9}}"),
              ": ping\n\n"),
          "sglang",
          List.of(
              data("{\"text\":\" a\",\"meta_info\":{\"completion_tokens\":1}}"),
              data("{\"text\":\" a b\",\"meta_info\":{\"completion_tokens\":2}}"),
              data("{\"text\":\" a b c\",\"meta_info\":{\"completion_tokens\":3}}"),
              data("{\"error\":{\"message\":\"out\"}}")),
          "tgi",
          List.of(
              data("{\"index\":1,\"token\":{\"id\":7,\"text\":\" a\",\"special\":false}}"),
              data("{\"index\":2,\"token\":{\"id\":8,\"text\":\" b\",\"special\":false}}"),
              data("{\"index\":3,\"token\":{\"id\":2,\"text\":\"</s>\",\"special\":true}}"),
              data("{\"error\":\"Request failed\",\"error_type\":\"generation\"}")),
          "llamacpp",
          List.of(
              llama("\" a\",\"stop\":false"),
              llama("\" b\",\"stop\":false,\"tokens_predicted\":4"),
              llama("\"\",\"stop\":false"),
              llama("\"\",\"stop\":true,\"stop_type\":\"eos\",\"tokens_predicted\":4")));

  /// Returns a response in parts as a server may write them, mostly with one kind of event.
  private static List<byte[]> stream(List<String> events, Random random) {
    List<byte[]> all = new ArrayList<>();
    all.add(Bytes.of(Replay.HEAD));
    for (int i = random.nextInt(40); i > 0; i--) {
      StringBuilder body = new StringBuilder();
      for (int k = 1 + random.nextInt(3); k > 0; k--) {
        int kinds = random.nextInt(6) > 0 ? 1 : events.size();
        body.append(events.get(random.nextInt(kinds)));
      }
      byte[] chunk = Bytes.of(FastPathReading.chunk(body.toString()));
      all.add(random.nextInt(40) == 0 ? Bytes.mutate(chunk, random) : chunk);
    }
    all.add(Bytes.of("0\r\n\r\n"));
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"messages", "responses", "completions", "sglang", "tgi", "llamacpp"})
  @Tag("property")
  void giveTheSameResultHoweverReadsAreSplit(String dialect) {
    Random random = new Random(SEED);
    List<String> events = EVENTS.getOrDefault(dialect, List.of());
    for (int round = 0; round < ROUNDS; round++) {
      List<byte[]> pieces = stream(events, random);
      long cuts = random.nextLong();
      FastPathReading fastPath = new FastPathReading(dialect, true);
      FastPathReading fullParse = new FastPathReading(dialect, false);
      for (FastPathReading each : List.of(fastPath, fullParse)) {
        each.readAll(pieces, new Random(cuts));
      }
      assertThat(fastPath.seen()).as("seed %d round %d", SEED, round).isEqualTo(fullParse.seen());
    }
  }

  /// Every event but the first of its kind takes the fast path.
  @ParameterizedTest
  @CsvSource({"messages, 0, 19", "messages, 1, 19", "messages, 3, 0", "completions, 0, 19"})
  void theMatcherAcceptsOrdinaryEventsOfItsDialect(String dialect, int kind, int skimmed) {
    FastPathReading fastPath = new FastPathReading(dialect, true);
    byte[] head = Bytes.of(Replay.HEAD);
    byte[] chunk =
        Bytes.of(FastPathReading.chunk(EVENTS.getOrDefault(dialect, List.of()).get(kind)));
    fastPath.read(head, 0, head.length);
    for (int i = 0; i < 20; i++) {
      fastPath.read(chunk, 0, chunk.length);
    }
    assertThat(fastPath.skimmed).isEqualTo(skimmed);
    assertThat(fastPath.seen().chunks().count()).isEqualTo(20);
    assertThat(fastPath.seen().reasoningChunks()).isEqualTo(kind == 1 ? 20 : 0);
  }
}
