package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GcPausesTest {
  @Test
  void observesACollection() {
    List<Long> received = new ArrayList<>();
    try (GcPauses pauses = new GcPauses()) {
      long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (received.isEmpty() && System.nanoTime() < deadline) {
        System.gc();
        Thread.onSpinWait();
        received.addAll(pauses.drain());
      }
    }
    assertThat(received).isNotEmpty().allMatch(nanos -> nanos >= 0);
  }
}
