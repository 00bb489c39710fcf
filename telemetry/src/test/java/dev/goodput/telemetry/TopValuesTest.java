package dev.goodput.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("property")
class TopValuesTest {
  private static final int LIMIT = 10;

  /// A flood of invented names comes first; a tenth of the traffic belongs to ten real ones.
  private static TopValues flooded(long events) {
    SplittableRandom random = new SplittableRandom(4);
    TopValues top = new TopValues(LIMIT);
    for (long i = 0; i < events; i++) {
      boolean real = i > 1000 && random.nextInt(10) == 0;
      top.admits(real ? "real-" + random.nextInt(LIMIT) : "invented-" + i, 1);
      assertThat(top.values().size()).isLessThanOrEqualTo(LIMIT);
      assertThat(top.held()).isLessThanOrEqualTo(9 * LIMIT);
    }
    return top;
  }

  @Test
  void theFirstValuesAreAdmittedUntilTheLimit() {
    TopValues top = new TopValues(2);
    assertThat(top.admits("a", 1)).isTrue();
    assertThat(top.admits("", 1)).isTrue();
    assertThat(top.admits("b", 1)).isTrue();
    assertThat(top.admits("c", 1)).isFalse();
    assertThat(top.admits("a", 1)).isTrue();
  }

  @Test
  void trafficTakesThePlaceOfNamesThatCameFirst() {
    assertThat(flooded(1000).values()).allMatch(value -> value.startsWith("invented"));
    // Each real name has 1 % of the traffic; the error of a summary with 80 counters is 1/40 at
    // most between two reviews, so that not all are certain, but invented names never win.
    TopValues top = flooded(200_000);
    assertThat(top.values()).anyMatch(value -> value.startsWith("real"));
  }

  @Test
  void valuesAreTheSameAfterBeingStored() {
    TopValues top = flooded(5000);
    TopValues restored = new TopValues(LIMIT);
    TopValues.addAll(List.of(restored), TopValues.encode(List.of(top)));
    assertThat(restored.values()).isEqualTo(top.values());
    for (int i = 0; i < 30_000; i++) {
      String value = "real-" + i % 13;
      assertThat(restored.admits(value, 1)).isEqualTo(top.admits(value, 1));
    }
    assertThatThrownBy(() -> TopValues.addAll(List.of(restored), new byte[] {0, 9}))
        .isInstanceOf(EventFormatException.class)
        .hasMessageStartingWith("damaged label values");
  }
}
