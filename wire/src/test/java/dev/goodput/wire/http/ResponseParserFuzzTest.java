package dev.goodput.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.testing.Bytes;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The parser never throws, whatever the input, and its result does not depend on the reads.
@Tag("fuzz")
final class ResponseParserFuzzTest {
  private static final long SEED = 20261121;

  private static final String[] CORPUS = {
    "HTTP/1.1 200 OK\r\nContent-Length: 11\r\nX: y\r\n\r\nhello world",
    "HTTP/1.1 200 OK\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n"
        + "5;a=b\r\n"
        + "hello\r\n"
        + "6\r\n"
        + " world\r\n"
        + "0\r\n"
        + "T: 1\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 503 Busy\r\nRetry-After: 3\r\n\r\n{\"error\":\"x\"}",
    "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200",
  };

  @Test
  void readsTheSameHoweverTheBytesAreSplit() {
    Random random = new Random(SEED);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = Bytes.mutate(Bytes.of(CORPUS[round % CORPUS.length]), random);
      assertThat(reported(bytes, false, random))
          .as("seed %d round %d", SEED, round)
          .isEqualTo(reported(bytes, true, random));
    }
  }

  private static String reported(byte[] bytes, boolean cut, Random random) {
    ResponseLog log = new ResponseLog();
    ResponseParser parser = new ResponseParser(log);
    parser.reset();
    if (cut) {
      Bytes.inRandomPieces(bytes, random, parser::feed);
    } else {
      parser.feed(bytes, 0, bytes.length);
    }
    return log + " " + parser.endOfInput() + parser.reusable();
  }
}
