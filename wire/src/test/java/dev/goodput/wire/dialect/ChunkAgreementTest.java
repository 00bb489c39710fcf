package dev.goodput.wire.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import dev.goodput.wire.sse.EventKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

/// The full parser gives the same result for every event that the scan and the template accept.
@Tag("fuzz")
final class ChunkAgreementTest {
  private static final long SEED = 8128;

  private static final List<String> CORPUS =
      List.of(
          "{\"id\":\"c\",\"created\":1,\"choices\":[{\"index\":0,\"delta\":{\"content\":\" tok\"},"
              + "\"logprobs\":null,\"finish_reason\":null}]}",
          "{\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"a\\n\\u00e9\\\"b\","
              + "\"tool_calls\":null}}],\"usage\":null}",
          "{ \"choices\" : [ { \"text\" : \"x\" , \"index\" : 0 } ] , \"object\" :"
              + " \"text_completion\" }",
          "{\"choices\":[{\"index\":0,\"delta\":{\"reasoning\":\"so\",\"content\":\"\"}}],"
              + "\"error\":null,\"x\":[1,{\"y\":[true,false,\"]\"]}]}",
          "{\"choices\":[{\"delta\":{\"refusal\":\"no\"},\"finish_reason\":null}],\"type\":null,"
              + "\"model\":\"m\\/\"}");

  @Test
  void theScanAgreesWithTheParserOnMutations() {
    Random random = new Random(SEED);
    ChunkScanner scanner = new ChunkScanner();
    int passed = 0;
    for (int round = 0; round < 60_000; round++) {
      byte[] chunk = Bytes.mutate(Bytes.of(CORPUS.get(round % CORPUS.size())), random);
      int end = Json.trimBlanks(chunk, 0, chunk.length);
      if (scanner.matches(chunk, Json.skipBlanks(chunk, 0, end), end)) {
        passed++;
        assertThat(scanned(chunk, scanner))
            .as("seed %d round %d: %s", SEED, round, new String(chunk, StandardCharsets.UTF_8))
            .isEqualTo(parsed(chunk, end));
      }
    }
    assertThat(passed).isGreaterThan(3_000);
  }

  private static List<Object> scanned(byte[] chunk, ChunkScanner scanner) {
    String text = JsonText.decode(chunk, scanner.textFrom(), scanner.textTo());
    return List.of(scanner.channel(), text);
  }

  private static List<Object> parsed(byte[] chunk, int end) {
    List<Object> found = new ArrayList<>();
    try {
      Chunk read = Chunk.read(chunk, 0, end, ChunkReader::read, "");
      found.add(read.channel());
      AnswerScript script = new AnswerScript();
      read.sendTexts(script);
      found.add(script.answer.toString() + script.other);
      if (read.error != null || read.finish != null || read.usage != null || read.choices != 1) {
        found.add("and more");
      }
    } catch (JacksonException | Chunk.NotAnAnswerException e) {
      found.add(String.valueOf(e.getMessage()));
    }
    return found;
  }

  @Test
  void theTemplateAgreesWithAFreshParserOnMutations() {
    Random random = new Random(SEED);
    for (int round = 0; round < 20_000; round++) {
      byte[] first = Bytes.of(CORPUS.get(round % CORPUS.size()));
      byte[] second = Bytes.mutate(first, random);
      AnswerScript warm = new AnswerScript();
      AnswerParser warmed = Dialect.named("chat").newParser(warm, true);
      warmed.event(first, 0, first.length, EventKind.DATA, true);
      int before = warm.reported.size();
      int length = warm.answer.length() + warm.other.length();
      warmed.event(second, 0, second.length, EventKind.DATA, true);
      AnswerScript fresh = new AnswerScript();
      Dialect.named("chat")
          .newParser(fresh, true)
          .event(second, 0, second.length, EventKind.DATA, true);
      assertThat(warm.reported.subList(before, warm.reported.size()))
          .as("seed %d round %d: %s", SEED, round, new String(second, StandardCharsets.UTF_8))
          .isEqualTo(fresh.reported);
      assertThat(warm.answer.length() + warm.other.length() - length)
          .isEqualTo(fresh.answer.length() + fresh.other.length());
    }
  }

  /// Returns events of one answer, with a timestamp before the text, and a padding and another
  /// timestamp after it.
  private static byte[] stamped(long moment, String text, String padding) {
    return Bytes.of(
        "{\"id\":\"c\",\"created\":%d,\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"}}],\"obfuscation\":\"%s\",\"sent_ns\":%d}"
            .formatted(moment, text, padding, 7 * moment));
  }

  @Test
  void theTemplateWithValuesThatVaryAgreesWithAFreshParserOnMutations() {
    Random random = new Random(SEED);
    int shortWays = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] last = Bytes.mutate(stamped(round + 9, "x", "yz" + round), random);
      AnswerScript warm = new AnswerScript();
      AnswerParser warmed = Dialect.named("chat").newParser(warm, true);
      for (byte[] each : List.of(stamped(1, " a", "q"), stamped(22, "b", ""))) {
        warmed.event(each, 0, each.length, EventKind.DATA, true);
      }
      int before = warm.reported.size();
      String message = warm.answer.toString();
      warmed.event(last, 0, last.length, EventKind.DATA, true);
      AnswerScript fresh = new AnswerScript();
      Dialect.named("chat")
          .newParser(fresh, true)
          .event(last, 0, last.length, EventKind.DATA, true);
      assertThat(warm.reported.subList(before, warm.reported.size()))
          .as("seed %d round %d: %s", SEED, round, new String(last, StandardCharsets.UTF_8))
          .isEqualTo(fresh.reported);
      assertThat(warm.answer.toString()).isEqualTo(message + fresh.answer);
      shortWays += fresh.answer.isEmpty() ? 0 : 1;
    }
    assertThat(shortWays).isGreaterThan(1_000);
  }

  @Test
  void unreadValuesMayVary() {
    ChunkScanner scanner = new ChunkScanner();
    ChunkTemplate template = new ChunkTemplate("data: ");
    List<byte[]> events =
        List.of(stamped(1, " a", "q"), stamped(22, "b", ""), stamped(333, " word", "xyz"));
    for (byte[] each : events.subList(0, 2)) {
      assertThat(template.end(each, 0, each.length)).isNegative();
      assertThat(scanner.matches(each, 0, each.length)).isTrue();
      template.learn(each, 0, each.length, scanner);
    }
    byte[] third = events.get(2);
    assertThat(template.end(third, 0, third.length)).isEqualTo(third.length);
    String text = new String(third, template.textFrom(), 5, StandardCharsets.UTF_8);
    assertThat(text).isEqualTo(" word");
    assertThat(template.textTo() - template.textFrom()).isEqualTo(5);
    for (int to = 0; to < third.length; to++) {
      assertThat(template.end(third, 0, to)).isNegative();
    }
  }

  @Test
  void anOrdinaryChunkTakesTheFastPath() {
    ChunkScanner scanner = new ChunkScanner();
    ChunkTemplate template = new ChunkTemplate("data: ");
    for (String each : CORPUS) {
      byte[] chunk = Bytes.of(each);
      assertThat(scanner.matches(chunk, 0, chunk.length)).as(each).isTrue();
      template.learn(chunk, 0, chunk.length, scanner);
      assertThat(template.end(chunk, 0, chunk.length)).as(each).isEqualTo(chunk.length);
    }
  }
}
