package dev.goodput.metrics.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Channel;
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
}
