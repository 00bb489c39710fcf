package dev.goodput.wire.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Malformed request bodies: nothing is thrown, and the reads make no difference.
@Tag("fuzz")
final class RequestReaderFuzzTest {
  private static final long SEED = 271_828;

  private static final List<String> CORPUS =
      List.of(
          "{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"a\\u00e9\"},"
              + "{\"role\":\"tool\",\"content\":[{\"type\":\"text\",\"text\":\"\\ud83d\\ude00\"}]}]}",
          "{\"system\":[{\"type\":\"text\",\"text\":\"s\"}],\"messages\":[{\"role\":\"user\",\"content\":"
              + "[{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"data\":\"AA\"}}]}],\"max_tokens\":9}",
          "{\"prompt\":[1,2.5,-3e7,true,null,{\"a\":[[]]}],\"options\":{\"num_predict\":7},\"x\":{}}");

  @Test
  void nothingIsThrownHoweverTheBodyIsSplit() {
    Random random = new Random(SEED);
    for (int round = 0; round < 60_000; round++) {
      byte[] body = Bytes.mutate(Bytes.of(CORPUS.get(round % CORPUS.size())), random);
      PromptScript whole = new PromptScript(Dialect.named("chat"));
      whole.reader.feed(body, 0, body.length);
      PromptScript cut = new PromptScript(Dialect.named("chat"));
      Bytes.inRandomPieces(body, random, cut.reader::feed);
      assertThat(List.of(cut.facts(), cut.turns(), cut.frame()))
          .as("seed %d round %d: %s", SEED, round, new String(body, StandardCharsets.UTF_8))
          .isEqualTo(List.of(whole.facts(), whole.turns(), whole.frame()));
    }
  }
}
