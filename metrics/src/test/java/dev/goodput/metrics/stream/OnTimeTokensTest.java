package dev.goodput.metrics.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Channel;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class OnTimeTokensTest {
  private static final long MILLI = 1_000_000;

  private static long count(RequestMaker maker) {
    ChunkTable chunks = new ChunkTable();
    chunks.load(maker.make());
    return OnTimeTokens.count(chunks, 0, 200 * MILLI, 50 * MILLI);
  }

  @Test
  void aSteadyStreamWithinBothThresholdsIsOnTime() {
    assertThat(count(RequestMaker.at(0).chunks(200, 250, 300, 350))).isEqualTo(4);
  }

  @Test
  void earlyTokensEarnSlackForLaterOnes() {
    // Deadlines 200, 250, 300, 350.
    assertThat(count(RequestMaker.at(0).chunks(100, 110, 120, 350))).isEqualTo(4);
    assertThat(count(RequestMaker.at(0).chunks(100, 110, 120, 351))).isEqualTo(3);
  }

  @Test
  void deadlinesStartAnewFromATokenThatMissed() {
    // 300 misses 200; then 350, 400: on time; 451 misses 450.
    assertThat(count(RequestMaker.at(0).chunks(300, 350, 400, 451))).isEqualTo(2);
  }

  @Test
  void tokensOfOneChunkHaveADeadlineEach() {
    // All four at 260: deadlines 200 missed, then 310, 360, 410.
    assertThat(count(RequestMaker.at(0).chunk(260, Channel.ANSWER, 4))).isEqualTo(3);
  }

  @Test
  @Tag("property")
  void countsAsTheDefinitionDoesTokenByToken() {
    for (long seed = 1; seed <= 200; seed++) {
      Random random = new Random(seed);
      RequestMaker maker = RequestMaker.at(0);
      long onTime = 0;
      long deadline = 200 * MILLI;
      double at = 50 + random.nextInt(400);
      for (int chunk = 0; chunk < 20; chunk++) {
        int tokens = 1 + random.nextInt(6);
        maker.chunk(at, Channel.ANSWER, tokens);
        for (int token = 0; token < tokens; token++) {
          onTime += at * MILLI <= deadline ? 1 : 0;
          deadline = Math.max(deadline, (long) (at * MILLI)) + 50 * MILLI;
        }
        at += random.nextInt(400);
      }
      assertThat(count(maker)).as("seed %d", seed).isEqualTo(onTime);
    }
  }

  @Test
  void anyNumberOfTokensIsCountedAtOnce() {
    RequestMaker vast =
        RequestMaker.at(0)
            .chunk(260, Channel.ANSWER, Integer.MAX_VALUE)
            .chunk(270, Channel.ANSWER, Integer.MAX_VALUE);
    ChunkTable chunks = new ChunkTable();
    chunks.load(vast.make());

    assertThat(OnTimeTokens.count(chunks, 0, 200 * MILLI, 100_000 * MILLI))
        .isEqualTo(2L * Integer.MAX_VALUE - 1);
  }
}
