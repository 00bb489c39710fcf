package dev.goodput.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.telemetry.EventSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.java.tuple.Tuple5;
import org.junit.jupiter.api.Test;

/// What one task remembers of sources, and what a restored task gets.
class LastNumbersTest {
  private static final long DAY = Duration.ofDays(1).toMillis();

  private static EventSource source(long boot, long number) {
    return new EventSource("gateway", boot, number);
  }

  @Test
  void aNumberIsNewOncePerSourceAndPartition() {
    LastNumbers numbers = new LastNumbers();

    assertThat(numbers.isNew(0, source(1, 0))).isTrue();
    assertThat(numbers.isNew(0, source(1, 8))).isTrue();
    assertThat(numbers.isNew(0, source(1, 8))).isFalse();
    assertThat(numbers.isNew(0, source(1, 0))).isFalse();
    assertThat(numbers.isNew(1, source(1, 8))).isTrue();
    assertThat(numbers.isNew(0, source(2, 8))).isTrue();
    assertThat(numbers.isNew(0, new EventSource("other", 1, 8))).isTrue();
  }

  @Test
  void aRestoredTaskGetsTheLargestNumberThatAnyTaskStored() {
    LastNumbers before = new LastNumbers();
    assertThat(before.isNew(0, source(1, 5))).isTrue();
    List<Tuple5<Integer, Long, String, Long, Long>> early = before.stored(DAY, true);
    assertThat(before.isNew(0, source(1, 9))).isTrue();
    // Another task that was restored from the first checkpoint still has the old number.
    List<Tuple5<Integer, Long, String, Long, Long>> all =
        new ArrayList<>(before.stored(2 * DAY, true));
    all.addAll(early);

    LastNumbers restored = new LastNumbers();
    restored.addAll(all);

    assertThat(restored.isNew(0, source(1, 9))).isFalse();
    assertThat(restored.isNew(0, source(1, 10))).isTrue();
  }

  /// Four restored tasks of which each reads a partition.
  @Test
  void aCheckpointDoesNotGrowWithTheParallelism() {
    LastNumbers before = new LastNumbers();
    for (int partition = 0; partition < 4; partition++) {
      assertThat(before.isNew(partition, source(1, 5))).isTrue();
      assertThat(before.isNew(partition, source(2, 5))).isTrue();
    }
    List<Tuple5<Integer, Long, String, Long, Long>> stored = new ArrayList<>();
    for (int task = 0; task < 4; task++) {
      LastNumbers restored = new LastNumbers();
      restored.addAll(before.stored(DAY, true));
      assertThat(restored.isNew(task, source(1, 5))).isFalse();
      assertThat(restored.isNew(task, source(1, 6))).isTrue();
      stored.addAll(restored.stored(2 * DAY, task == 0));
    }
    assertThat(stored).hasSize(8 + 3);

    LastNumbers again = new LastNumbers();
    again.addAll(stored);
    for (int partition = 0; partition < 4; partition++) {
      assertThat(again.isNew(partition, source(1, 6))).isFalse();
      assertThat(again.isNew(partition, source(2, 5))).isFalse();
      assertThat(again.isNew(partition, source(1, 7))).isTrue();
      assertThat(again.isNew(partition, source(2, 6))).isTrue();
    }
  }

  @Test
  void aSourceThatWasSilentFor14DaysIsForgotten() {
    LastNumbers numbers = new LastNumbers();
    assertThat(numbers.isNew(0, source(1, 5))).isTrue();
    assertThat(numbers.isNew(0, source(2, 5))).isTrue();
    assertThat(numbers.stored(DAY, true)).hasSize(2);
    assertThat(numbers.isNew(0, source(2, 6))).isTrue();

    assertThat(numbers.stored(14 * DAY, true)).hasSize(2);
    assertThat(numbers.stored(16 * DAY, true))
        .containsExactly(Tuple5.of(0, 2L, "gateway", 6L, 14 * DAY));
    assertThat(numbers.isNew(0, source(1, 5))).isTrue();
  }
}
