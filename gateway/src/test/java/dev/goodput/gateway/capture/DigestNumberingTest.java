package dev.goodput.gateway.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class DigestNumberingTest {
  @Test
  @Tag("property")
  void numbersDigestsInTheOrderOfFirstSight() {
    for (long seed = 1; seed <= 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      DigestNumbering numbering = new DigestNumbering();
      Map<Long, Long> expected = new HashMap<>();
      for (int i = 0; i < 20_000; i++) {
        long digest = random.nextLong(-3000, 3000) * (random.nextBoolean() ? 1 : 1L << 40);
        // 0 and 1 count as the same digest, of 2⁶⁴.
        long key = digest == 0 ? 1 : digest;
        long number = expected.computeIfAbsent(key, unknown -> (long) expected.size());
        assertThat(numbering.of(digest)).as("seed %d", seed).isEqualTo(number);
      }
    }
  }

  @Test
  void forgetsWhatWasNotSeenForLongAndNothingElse() {
    DigestNumbering numbering = new DigestNumbering(100);
    long first = numbering.of(-1);
    for (int i = 2; i < 1000; i++) {
      numbering.of(i);
      assertThat(numbering.of(-1)).isEqualTo(first);
    }
    for (int i = 1000; i < 1300; i++) {
      numbering.of(i);
    }
    assertThat(numbering.of(-1)).isGreaterThan(1000);
  }
}
