package dev.goodput.simulator.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.simulator.testing.HandLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class EmissionSchedulerTest {
  private static final long MICRO = 1_000;
  private static final long SEED = 271;

  private final HandLoop loop = new HandLoop();
  private final List<Stream> over = new ArrayList<>();
  private final EmissionScheduler<Stream> pacer = new EmissionScheduler<>(loop, loop, over::add);

  /// A stream that records when each of its writes was due and when it was written.
  private static final class Stream implements EmissionScheduler.ScheduledEmission {
    private final List<Long> written = new ArrayList<>();
    private final List<Long> lateness = new ArrayList<>();
    private final long stepNanos;
    private int left;
    private long dueNanos;

    Stream(long dueNanos, long stepNanos, int writes) {
      this.dueNanos = dueNanos;
      this.stepNanos = stepNanos;
      this.left = writes;
    }

    @Override
    public long dueNanos() {
      return dueNanos;
    }

    @Override
    public boolean emit(long nowNanos) {
      written.add(nowNanos);
      lateness.add(nowNanos - dueNanos);
      dueNanos += stepNanos;
      left--;
      return left > 0;
    }
  }

  private Stream add(long dueNanos, long stepNanos, int writes) {
    Stream stream = new Stream(dueNanos, stepNanos, writes);
    pacer.add(stream);
    return stream;
  }

  /// A machine that is never late.
  private int runUntilOver(int streams) {
    int wakes = 0;
    while (over.size() < streams) {
      loop.wakeAt(loop.nextDue());
      wakes++;
    }
    return wakes;
  }

  @Test
  void writesAtThePlannedMomentWhereTheMomentsAreFarApart() {
    Stream only = add(300 * MICRO, 1_000 * MICRO, 3);

    assertThat(runUntilOver(1)).isEqualTo(3);
    assertThat(only.written).containsExactly(300 * MICRO, 1_300 * MICRO, 2_300 * MICRO);
  }

  @Test
  void wakesOnceForWhatFallsDueCloseTogether() {
    List<Stream> close = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      close.add(add(50 * MICRO * i, 0, 1));
    }

    assertThat(runUntilOver(5)).isEqualTo(2);
    assertThat(close)
        .extracting(stream -> stream.written.getFirst())
        .containsExactly(0L, 200 * MICRO, 200 * MICRO, 200 * MICRO, 200 * MICRO);
  }

  @Test
  @Tag("property")
  void writesNothingTooSoonAndNothingMuchTooLate() {
    Random random = new Random(SEED);
    List<Stream> streams = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      streams.add(add(random.nextLong(5_000 * MICRO), 1 + random.nextLong(900 * MICRO), 40));
    }
    runUntilOver(streams.size());

    assertThat(streams)
        .as("seed %d", SEED)
        .allSatisfy(stream ->
            assertThat(stream.lateness).hasSize(40).allMatch(late -> late >= 0 && late <= 200_000));
  }

  @Test
  void continuesWithoutAClientThatLeft() {
    Stream leaves = add(100 * MICRO, 0, 5);
    Stream stays = add(200 * MICRO, 300 * MICRO, 2);
    pacer.remove(leaves);
    runUntilOver(2);

    assertThat(over).containsExactly(leaves, stays);
    assertThat(leaves.written).isEmpty();
  }
}
