package dev.goodput.workload.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.workload.random.Purpose;
import dev.goodput.workload.random.RandomStream;
import dev.goodput.workload.testing.KolmogorovSmirnov;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TickSpreaderTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void spreadsATickUntilTheNext() {
    long[] times = {0, 0, 0, 3 * SECOND, 3 * SECOND, 9 * SECOND, 9 * SECOND};
    long width = TickSpreader.width(times);

    long[] spread = TickSpreader.spread(times, width, RandomStream.of(1, Purpose.TICKS));

    assertThat(width).isEqualTo(6 * SECOND);
    assertThat(spread).isSorted();
    assertThat(Arrays.stream(spread, 0, 3)).allMatch(time -> time >= 0 && time < 3 * SECOND);
    assertThat(Arrays.stream(spread, 3, 5))
        .allMatch(time -> time >= 3 * SECOND && time < 9 * SECOND);
    assertThat(spread).doesNotHaveDuplicates();
  }

  @Test
  void leavesFineTimesAlone() {
    assertThat(TickSpreader.width(new long[] {0, 2 * SECOND, 5 * SECOND, 7 * SECOND})).isZero();
    assertThat(TickSpreader.width(new long[] {0, 0, 0, 1000, 1000, 1000})).isZero();
    assertThat(TickSpreader.width(new long[] {0, 0, 0})).isZero();
    assertThat(TickSpreader.width(new long[] {0})).isZero();
  }

  @Test
  @Tag("property")
  void theMooncakeTraceArrivesWithoutSteps() {
    LengthTable table = BuiltIn.MOONCAKE_CONVERSATION.load();
    long[] times = table.offsets(RandomStream.of(5, Purpose.TICKS));

    double[] phases =
        Arrays.stream(times).mapToDouble(time -> time % (3.0 * SECOND) / (3.0 * SECOND)).toArray();
    assertThat(KolmogorovSmirnov.statistic(phases, x -> x))
        .isLessThan(KolmogorovSmirnov.ONE_IN_A_THOUSAND);
    assertThat(times).isSorted();
    assertThat(table.offsets(RandomStream.of(5, Purpose.TICKS))).isEqualTo(times);
    assertThat(table.offsets(RandomStream.of(6, Purpose.TICKS))).isNotEqualTo(times);
  }
}
