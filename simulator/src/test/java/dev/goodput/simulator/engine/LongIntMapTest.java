package dev.goodput.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongIntMapTest {
  @Tag("property")
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void agreesWithTheJdksMap(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int capacity = random.nextInt(1, 60);
    LongIntMap map = new LongIntMap(capacity);
    Map<Long, Integer> expected = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      // A few keys that collide in their low bits, so that runs form and break.
      long key = 1 + (random.nextLong(capacity * 2L) << (random.nextInt(0, 3) * 8));
      if (random.nextBoolean() && expected.size() < capacity) {
        boolean absent = expected.putIfAbsent(key, i) == null;
        assertThat(map.putIfAbsent(key, i)).isEqualTo(absent);
      } else {
        expected.remove(key);
        map.remove(key);
      }
      assertThat(map.get(key)).isEqualTo(expected.getOrDefault(key, LongIntMap.ABSENT));
    }
    expected.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
  }

  /// Blocks of a log are numbered 1, 2, 3 …. If they were neighbours in the table as well, every
  /// lookup would scan them all, here some 10 billion steps.
  @Test
  void keepsNumbersInARowApart() {
    int count = 1_000_000;
    LongIntMap map = new LongIntMap(count);
    for (int i = 1; i <= count; i++) {
      map.putIfAbsent(i, i);
    }
    assertTimeoutPreemptively(
        Duration.ofSeconds(2),
        () -> {
          for (long key = 1; key <= 20_000; key++) {
            assertThat(map.get(key << 32)).isEqualTo(LongIntMap.ABSENT);
          }
        });
  }
}
