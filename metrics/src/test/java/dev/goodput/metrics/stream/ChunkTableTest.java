package dev.goodput.metrics.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Channel;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChunkTableTest {
  private static final long MILLI = 1_000_000;

  private static ChunkTable table(RequestMaker maker) {
    ChunkTable table = new ChunkTable();
    table.load(maker.make());
    return table;
  }

  private static int[] tokens(ChunkTable table) {
    return IntStream.range(0, table.count()).map(table::tokens).toArray();
  }

  @Test
  void countsThatCameWithTheChunksAreKept() {
    ChunkTable table =
        table(
            RequestMaker.at(0)
                .chunk(10, Channel.ANSWER, 4)
                .chunk(20, Channel.ANSWER, 1)
                .usage(1, 99));

    assertThat(table.counted()).isTrue();
    assertThat(tokens(table)).containsExactly(4, 1);
    assertThat(table.firstTokens()).isEqualTo(4);
    assertThat(table.totalTokens()).isEqualTo(5);
  }

  @Test
  void oneChunkWithoutACountMeansAllAreEstimated() {
    ChunkTable table =
        table(
            RequestMaker.at(0)
                .chunk(10, Channel.ANSWER, 4)
                .chunk(20, Channel.ANSWER, -1)
                .usage(1, 10));

    assertThat(table.counted()).isFalse();
    assertThat(tokens(table)).containsExactly(5, 5);
    assertThat(table.firstTokens()).isEqualTo(1);
  }

  @Test
  void countsOfNothingAreNotBelieved() {
    ChunkTable table =
        table(
            RequestMaker.at(0)
                .chunk(10, Channel.ANSWER, 0)
                .chunk(20, Channel.ANSWER, 0)
                .usage(1, 0));

    assertThat(table.counted()).isFalse();
    assertThat(tokens(table)).containsExactly(1, 1);
    assertThat(table.firstTokens()).isEqualTo(1);
  }

  @Test
  void tokensAreSpreadEvenlyAndNoneIsLost() {
    assertThat(tokens(table(RequestMaker.at(0).chunks(1, 2, 3, 4).usage(1, 4))))
        .containsExactly(1, 1, 1, 1);
    assertThat(tokens(table(RequestMaker.at(0).chunks(1, 2, 3, 4).usage(1, 5))))
        .containsExactly(1, 1, 1, 2);
    assertThat(tokens(table(RequestMaker.at(0).chunks(1, 2, 3, 4).usage(1, 2))))
        .containsExactly(1, 0, 1, 0);
    assertThat(tokens(table(RequestMaker.at(0).chunks(1, 2).usage(1, 0)))).containsExactly(1, 1);
  }

  @Test
  void reasoningIsVisibleOnlyWhereThereIsNothingElse() {
    ChunkTable mixed =
        table(RequestMaker.at(0).chunk(1, Channel.REASONING, -1).chunk(2, Channel.ANSWER, -1));
    ChunkTable alone = table(RequestMaker.at(0).chunk(1, Channel.REASONING, -1));

    assertThat(mixed.visible(0)).isFalse();
    assertThat(mixed.visible(1)).isTrue();
    assertThat(alone.visible(0)).isTrue();
  }

  @Test
  void coalescedReadsAreBurstsAndSeveralTokensInOneChunkAreNot() {
    assertThat(table(RequestMaker.at(0).chunks(10, 10, 20, 30, 30, 30)).burstTokens()).isEqualTo(5);
    assertThat(table(RequestMaker.at(0).chunks(10, 20, 30, 40).usage(1, 16)).burstTokens())
        .isZero();
  }

  @Test
  void gapsFarBelowTheMeanAreBursts() {
    assertThat(table(RequestMaker.at(0).chunks(10, 10.1, 40, 40.1, 70, 70.1)).burstTokens())
        .isEqualTo(3);
    assertThat(table(RequestMaker.at(0).chunks(10, 10.5, 11, 11.5)).burstTokens()).isZero();
    assertThat(table(RequestMaker.at(0).chunks(10)).burstTokens()).isZero();
  }

  @Test
  void theShareWithinAStretchIsByTokens() {
    ChunkTable table =
        table(
            RequestMaker.at(0)
                .chunk(10, Channel.ANSWER, 3)
                .chunk(20, Channel.ANSWER, 1)
                .chunk(30, Channel.ANSWER, 4));

    assertThat(table.shareWithin(10 * MILLI, 20 * MILLI)).isEqualTo(1.0 / 8);
    assertThat(table.shareWithin(0, 20 * MILLI)).isEqualTo(0.5);
    assertThat(table.shareWithin(30 * MILLI, 90 * MILLI)).isZero();
  }

  @Test
  void aSecondRequestLeavesNothingOfTheFirst() {
    ChunkTable table = new ChunkTable();
    table.load(
        RequestMaker.at(0).chunk(1, Channel.REASONING, 7).chunk(9, Channel.ANSWER, 7).make());
    table.load(RequestMaker.at(0).chunks(5).usage(1, 3).make());

    assertThat(table.count()).isEqualTo(1);
    assertThat(table.totalTokens()).isEqualTo(3);
    assertThat(table.visible(0)).isTrue();
    assertThat(table.longestGapNanos()).isEqualTo(-1);
  }
}
