package dev.goodput.observe.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class BusyTimeTest {
  @Test
  @Tag("property")
  void isTheUnionOfRandomIntervals() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      BusyTime busy = new BusyTime();
      BitSet ticks = new BitSet();
      int count = 1 + random.nextInt(3_000);
      for (int i = 0; i < count; i++) {
        int start = random.nextInt(20_000);
        int end = start + random.nextInt(12);
        busy.add(start, end);
        ticks.set(start, end);
      }
      assertThat(busy.timeline(0, 20_020).busyNanos())
          .as("seed %d", seed)
          .isEqualTo(ticks.cardinality());
      assertThat(busy.resolution()).isZero();
    }
  }

  @Test
  void closesShortGapsWhenFull() {
    BusyTime busy = new BusyTime(1 << 10);
    for (int i = 0; i < 3_000; i++) {
      busy.add(i * 10_000L, i * 10_000L + 9_500);
    }
    busy.add(1_000_000_000, 1_000_000_001);
    assertThat(busy.resolution()).isEqualTo(1_000);
    assertThat(busy.timeline(0, 1_000_000_001).longestGapNanos())
        .isEqualTo(1_000_000_000 - 29_999_500);
  }
}
