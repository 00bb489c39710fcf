package dev.goodput.simulator.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.SimulatorException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Any input is either accepted or rejected with a one-line message.
@Tag("fuzz")
class AskReaderFuzzTest {
  private static final String[] CORPUS = {
    "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi"
        + " \\ud83d\\ude00\"}],\"max_tokens\":5,\"stream\":true,\"stream_options\":{\"include_usage\":true}}",
    "{\"prompt\":[\"one\"],\"stop\":[\"a\",\"b\"],\"seed\":7,\"n\":1,\"ignore_eos\":true,\"min_tokens\":2}",
    "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"x\"}]},{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{}]}],\"max_completion_tokens\":9}",
    "{\"prompt\":[1,2,3],\"temperature\":0.5,\"extra\":{\"deep\":[[[{}]]]}}"
  };

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void readsOrRefuses(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int read = 0;
    for (int i = 0; i < 1500; i++) {
      byte[] body = CORPUS[random.nextInt(CORPUS.length)].getBytes(StandardCharsets.UTF_8);
      for (int change = random.nextInt(4); change > 0; change--) {
        body = mutate(random, body);
      }
      read += outcome(body, random.nextBoolean()) ? 1 : 0;
    }
    assertThat(read).isBetween(80, 1450);
  }

  private static boolean outcome(byte[] body, boolean chat) {
    try {
      return CompletionRequestParser.read(body, chat).prompt().tokens() > 0;
    } catch (SimulatorException.Refused e) {
      assertThat(e.status()).isEqualTo(400);
      return false;
    }
  }

  private static byte[] mutate(SplittableRandom random, byte[] body) {
    int at = body.length == 0 ? 0 : random.nextInt(body.length);
    return switch (random.nextInt(4)) {
      case 0 -> slice(body, 0, at);
      case 1 -> join(slice(body, 0, at), new byte[] {(byte) random.nextInt()}, at, body);
      case 2 -> join(slice(body, 0, at), "{\"[]:,0e".getBytes(StandardCharsets.UTF_8), at, body);
      default -> join(slice(body, 0, at), new byte[0], Math.min(body.length, at + 1), body);
    };
  }

  private static byte[] slice(byte[] body, int from, int to) {
    return Arrays.copyOfRange(body, from, to);
  }

  private static byte[] join(byte[] head, byte[] middle, int rest, byte[] body) {
    byte[] all = new byte[head.length + middle.length + body.length - rest];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(middle, 0, all, head.length, middle.length);
    System.arraycopy(body, rest, all, head.length + middle.length, body.length - rest);
    return all;
  }
}
