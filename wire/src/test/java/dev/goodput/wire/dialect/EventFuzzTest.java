package dev.goodput.wire.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.wire.sse.EventKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Malformed events and whole answers in every dialect: nothing is thrown, and an answer ends once.
@Tag("fuzz")
final class EventFuzzTest {
  private static final long SEED = 1_729;

  static List<Dialect> dialects() {
    return Dialect.all();
  }

  private static List<byte[]> corpus() {
    List<byte[]> all = new ArrayList<>();
    for (String name :
        List.of(
            "llamacpp_native_completion_stream",
            "ollama_chat_native_stream",
            "vllm_anthropic_stream",
            "vllm_responses_stream",
            "vllm_chat_nonstream")) {
      String text =
          new String(Bytes.resource("recordings/" + name + ".txt"), StandardCharsets.UTF_8);
      text.lines()
          .filter(line -> line.startsWith("data: ") || line.startsWith("{"))
          .map(line -> line.substring(line.indexOf('{')))
          .forEach(line -> all.add(Bytes.of(line)));
    }
    for (String other :
        List.of(
            "{\"text\":\" The\",\"index\":1,\"meta_info\":{\"finish_reason\":{\"type\":\"abort\","
                + "\"message\":\"m\"},\"prompt_tokens\":5,\"completion_tokens\":1}}",
            "{\"index\":3,\"token\":{\"text\":\" a\",\"special\":false},\"generated_text\":\" a\","
                + "\"details\":{\"finish_reason\":\"length\",\"generated_tokens\":3}}",
            "[{\"generated_text\":\"a\"},{\"error\":[{\"message\":\"m\"}]}]",
            "{\"type\":\"response.failed\",\"response\":{\"error\":{\"message\":\"m\"}}}",
            "{\"object\":\"response\",\"status\":\"completed\",\"output\":[{\"type\":\"message\","
                + "\"content\":[{\"type\":\"output_text\",\"text\":\"Hi\"}]}]}")) {
      all.add(Bytes.of(other));
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("dialects")
  void nothingIsThrownAndAResponseEndsOnce(Dialect dialect) {
    Random random = new Random(SEED);
    List<byte[]> corpus = corpus();
    for (int round = 0; round < 3_000; round++) {
      AnswerScript script = new AnswerScript();
      AnswerParser parser = dialect.newParser(script, true);
      for (int i = 0; i < 4; i++) {
        byte[] event = Bytes.mutate(corpus.get(random.nextInt(corpus.size())), random);
        parser.name(random.nextBoolean() ? "content_block_delta" : "response.output_text.delta");
        parser.event(event, 0, event.length, EventKind.DATA, random.nextBoolean());
      }
      byte[] whole = Bytes.mutate(corpus.get(random.nextInt(corpus.size())), random);
      parser.wholeBody(whole, 0, whole.length);
      assertThat(script.reported.stream().filter("end"::equals).count())
          .as("seed %d round %d: %s", SEED, round, script.reported)
          .isEqualTo(1);
    }
  }
}
