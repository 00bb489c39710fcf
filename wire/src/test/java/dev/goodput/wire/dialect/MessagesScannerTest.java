package dev.goodput.wire.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

/// The full parser gives the same result for every Messages event that the scan accepts.
@Tag("fuzz")
final class MessagesScannerTest {
  private static final long SEED = 6174;

  private static final List<String> CORPUS =
      List.of(
          "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\""
              + " tok\"}}",
          "{\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"a\\n\\u00e9\"},"
              + "\"index\":12}",
          "{ \"index\" : 1 , \"delta\" : { \"thinking\" : \"x\" , \"type\" : \"thinking_delta\" } ,"
              + " \"type\" : \"content_block_delta\" }");

  @Test
  void anOrdinaryEventTakesTheFastPath() {
    MessagesScanner scan = new MessagesScanner();
    for (String each : CORPUS) {
      byte[] event = Bytes.of(each);
      assertThat(scan.matches(event, 0, event.length)).as(each).isTrue();
    }
    for (String other :
        List.of(
            CORPUS.getFirst().replace("text_delta", "signature_delta"),
            CORPUS.getFirst().replace("text_delta", "thinking_delta"),
            CORPUS.getFirst().replace("content_block_delta", "message_delta"),
            CORPUS.getFirst().replace("\"index\":0", "\"usage\":{\"output_tokens\":1}"),
            "{\"delta\":{\"type\":\"text_delta\",\"text\":\"a\"}}",
            "{\"type\":\"content_block_delta\",\"index\":0}")) {
      byte[] event = Bytes.of(other);
      assertThat(scan.matches(event, 0, event.length)).as(other).isFalse();
    }
  }

  @Test
  void theScanAgreesWithTheParserOnMutations() {
    Random random = new Random(SEED);
    MessagesScanner scan = new MessagesScanner();
    int passed = 0;
    for (int round = 0; round < 60_000; round++) {
      byte[] event = Bytes.mutate(Bytes.of(CORPUS.get(round % CORPUS.size())), random);
      int end = Json.trimBlanks(event, 0, event.length);
      if (scan.matches(event, Json.skipBlanks(event, 0, end), end)) {
        passed++;
        String text = JsonText.decode(event, scan.textFrom(), scan.textTo());
        assertThat(parsed(event, end))
            .as("seed %d round %d: %s", SEED, round, new String(event, StandardCharsets.UTF_8))
            .isEqualTo(List.of(scan.channel(), text));
      }
    }
    assertThat(passed).isGreaterThan(500);
  }

  private static List<Object> parsed(byte[] event, int end) {
    List<Object> found = new ArrayList<>();
    try {
      Chunk read = Chunk.read(event, 0, end, new MessagesReader(), "");
      found.add(read.channel());
      AnswerScript script = new AnswerScript();
      read.sendTexts(script);
      found.add(script.answer.toString() + script.other);
      if (read.error != null || read.finish != null || read.usage != null || read.end) {
        found.add("and more");
      }
    } catch (JacksonException | Chunk.NotAnAnswerException e) {
      found.add(String.valueOf(e.getMessage()));
    }
    return found;
  }
}
