package dev.goodput.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class RetryPolicyTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void doublesThePauseUpToSixteenTimes() {
    assertThat(List.of(1, 2, 3, 4, 5, 6, 60))
        .extracting(tried -> RetryPolicy.DEFAULT.pauseNanos(tried, 0) / SECOND)
        .containsExactly(1L, 2L, 4L, 8L, 16L, 16L, 16L);
  }

  @Test
  void randomizesUpToHalfOfThePause() {
    assertThat(RetryPolicy.DEFAULT.pauseNanos(1, 0.5)).isEqualTo(3 * SECOND / 4);
    assertThat(RetryPolicy.DEFAULT.pauseNanos(1, 1)).isEqualTo(SECOND / 2);
  }
}
