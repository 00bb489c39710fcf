package dev.goodput.metrics.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Channel;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReaderReplayTest {
  private static final double MILLI = 1e6;

  private static ReaderReplay read(double pace, RequestMaker maker) {
    ChunkTable chunks = new ChunkTable();
    chunks.load(maker.make());
    ReaderReplay reader = new ReaderReplay(pace);
    reader.read(chunks);
    return reader;
  }

  @Test
  void aStreamFasterThanTheReaderNeverStalls() {
    ReaderReplay reader = read(5, RequestMaker.at(0).chunks(100, 110, 120, 130));

    assertThat(reader.stalls()).isZero();
    assertThat(reader.longestStallNanos()).isZero();
    assertThat(reader.readingNanos()).isEqualTo(600 * MILLI);
  }

  @Test
  void aStreamSlowerThanTheReaderStallsAtEachToken() {
    ReaderReplay reader = read(5, RequestMaker.at(0).chunks(0, 300, 600, 900));

    assertThat(reader.stalls()).isEqualTo(3);
    assertThat(reader.stallNanos()).isEqualTo(300 * MILLI);
    assertThat(reader.longestStallNanos()).isEqualTo(100 * MILLI);
    assertThat(reader.readingNanos()).isEqualTo(900 * MILLI);
    assertThat(reader.stutters()).isEqualTo(3);
  }

  @Test
  void whatCameEarlyIsReadWhileTheStreamPauses() {
    // Read at 0, 200, 400 ms; the fourth is due at 600 and arrives at 1000.
    ReaderReplay reader = read(5, RequestMaker.at(0).chunks(0, 10, 20, 1000, 1010));

    assertThat(reader.stalls()).isEqualTo(1);
    assertThat(reader.stallNanos()).isEqualTo(400 * MILLI);
    assertThat(reader.readingNanos()).isEqualTo(1200 * MILLI);
    assertThat(reader.stutters()).isEqualTo(1);
  }

  @Test
  void theTokensOfAChunkAreReadOneAfterTheOther() {
    RequestMaker maker =
        RequestMaker.at(0).chunk(0, Channel.ANSWER, 3).chunk(700, Channel.ANSWER, 2);

    ReaderReplay reader = read(5, maker);

    assertThat(reader.stallNanos()).isEqualTo(100 * MILLI);
    assertThat(reader.readingNanos()).isEqualTo(900 * MILLI);
  }

  @Test
  void theReaderStartsAtTheFirstVisibleToken() {
    RequestMaker maker =
        RequestMaker.at(0)
            .chunk(0, Channel.REASONING, 50)
            .chunk(5000, Channel.ANSWER, 1)
            .chunk(5100, Channel.ANSWER, 1);

    assertThat(read(5, maker).stalls()).isZero();
    assertThat(read(5, maker).readingNanos()).isEqualTo(200 * MILLI);
  }

  @Test
  @Tag("property")
  void aChunkAtATimeAgreesWithATokenAtATimeOfTheDefinition() {
    for (long seed = 1; seed <= 300; seed++) {
      Random random = new Random(seed);
      RequestMaker maker = RequestMaker.at(0);
      LongStream.Builder arrivals = LongStream.builder();
      long at = 0;
      for (int chunk = 0; chunk < 1 + random.nextInt(40); chunk++) {
        at += random.nextInt(4) == 0 ? 0 : random.nextInt(600) * 1_000_000L;
        int tokens = 1 + random.nextInt(4);
        maker.chunkNanos(at, Channel.ANSWER, tokens);
        for (int token = 0; token < tokens; token++) {
          arrivals.add(at);
        }
      }
      double[] wanted = definition(arrivals.build().toArray(), 5);
      ReaderReplay reader = read(5, maker);
      double[] got = {
        reader.stalls(), reader.stallNanos(), reader.longestStallNanos(), reader.readingNanos()
      };
      assertThat(got)
          .as("seed %d %s", seed, Arrays.toString(got))
          .containsExactly(wanted, within(1e-3));
    }
  }

  /// Stalls, Σ stall, longest, reading time: c_i = max(a_i, c_{i−1} + 1/r), token by token.
  private static double[] definition(long[] arrivals, double pace) {
    double each = 1e9 / pace;
    double cursor = arrivals[0];
    double[] result = new double[4];
    for (int i = 1; i < arrivals.length; i++) {
      double stall = Math.max(0, arrivals[i] - (cursor + each));
      result[0] += stall > 0 ? 1 : 0;
      result[1] += stall;
      result[2] = Math.max(result[2], stall);
      cursor = Math.max((double) arrivals[i], cursor + each);
    }
    result[3] = cursor - arrivals[0];
    return result;
  }
}
