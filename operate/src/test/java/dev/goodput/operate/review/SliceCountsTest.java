package dev.goodput.operate.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.slo.Slo;
import dev.goodput.operate.slo.ServiceObjective;
import dev.goodput.operate.slo.SliSource;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SliceCountsTest {
  private static final Instant START = Instant.parse("2026-11-20T00:00:00Z");
  private static final int SLOTS_A_DAY = 2880;

  /// Two days: 99 % of the slices with 90 % of good requests. At 28 days, 80.64 bad slices are
  /// allowed; the fast page needs two in an hour.
  private static final ServiceObjective SLO =
      new ServiceObjective(
          "chat",
          "service",
          new SliSource.Gateway("chat", Slo.parse("chat")),
          new BigDecimal("0.99"),
          Duration.ofDays(28),
          Optional.of(new BigDecimal("0.9")),
          Duration.ofMinutes(10),
          1,
          List.of());

  private final SlotCounts counts = new SlotCounts(2 * SLOTS_A_DAY);

  /// Two requests in each slot, 20 in each slice.
  private void load(int from, int to) {
    for (int slot = from; slot < to; slot++) {
      counts.add(slot, true, false);
      counts.add(slot, true, false);
    }
  }

  private SliceCounts slices() {
    return new SliceCounts("chat", SLO, START, counts);
  }

  @Test
  void countsASliceWhenItsBadRequestsExceedTheSliceTarget() {
    load(0, 2 * SLOTS_A_DAY);
    // In the second day: one slice with 2 bad of 22 (90.9 % good), one with 3 bad of 23 (87 %).
    counts.add(SLOTS_A_DAY, false, false);
    counts.add(SLOTS_A_DAY, false, false);
    for (int i = 0; i < 3; i++) {
      counts.add(SLOTS_A_DAY + 10, false, false);
    }
    assertThat(slices().sums(true)).isEqualTo(new SliceSums(288, 1));
    assertThat(slices().sums(false)).isEqualTo(new SliceSums(288, 0));
    assertThat(slices().spans()).isEmpty();
  }

  @Test
  void doesNotCountASliceOfFewRequests() {
    load(0, SLOTS_A_DAY);
    for (int i = 0; i < 9; i++) {
      counts.add(SLOTS_A_DAY, false, true);
    }
    assertThat(slices().sums(true)).isEqualTo(new SliceSums(0, 0));
  }

  /// 40 minutes of failures are 8 slices; two hours later, 10 minutes of slow responses are 2.
  @Test
  void findsAnOutageAndAnotherMissOfTheSameDay() {
    load(0, SLOTS_A_DAY + 1200);
    for (int slot = SLOTS_A_DAY + 1200; slot < SLOTS_A_DAY + 1280; slot++) {
      counts.add(slot, false, true);
      counts.add(slot, false, true);
    }
    load(SLOTS_A_DAY + 1280, SLOTS_A_DAY + 1520);
    for (int slot = SLOTS_A_DAY + 1520; slot < SLOTS_A_DAY + 1540; slot++) {
      counts.add(slot, false, false);
      counts.add(slot, false, false);
    }
    load(SLOTS_A_DAY + 1540, 2 * SLOTS_A_DAY);
    Instant day = START.plus(Duration.ofDays(1));
    assertThat(slices().sums(true)).isEqualTo(new SliceSums(288, 10));
    assertThat(slices().spans())
        .satisfiesExactly(
            outage -> {
              assertThat(outage.outage()).isTrue();
              assertThat(outage.from()).isEqualTo(day.plus(Duration.ofHours(10)));
              assertThat(outage.until()).isEqualTo(day.plus(Duration.ofMinutes(640)));
              assertThat(outage.failed()).isEqualTo(160);
              assertThat(outage.severity()).isEqualTo("page");
            },
            slow -> {
              assertThat(slow.outage()).isFalse();
              assertThat(slow.from()).isEqualTo(day.plus(Duration.ofMinutes(760)));
              assertThat(slow.until()).isEqualTo(day.plus(Duration.ofMinutes(770)));
              assertThat(slow.bad()).isEqualTo(40);
            });
  }
}
