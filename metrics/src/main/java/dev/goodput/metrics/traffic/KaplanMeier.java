package dev.goodput.metrics.traffic;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The product-limit estimate (Kaplan and Meier 1958) of how long the first token takes, from waits
/// that ended with it and waits that were given up. Of a token and a leaving at one moment the
/// token is first.
final class KaplanMeier {
  private static final double MILLI = 1e6;

  /// The edges of METRICS.md's bands of TTFT, and three more for those who stay.
  private static final long[] BANDS = {
    100_000_000L,
    200_000_000L,
    800_000_000L,
    1_000_000_000L,
    2_000_000_000L,
    5_000_000_000L,
    10_000_000_000L,
    30_000_000_000L
  };

  private final FineHistogram answered;
  private final FineHistogram left;
  private final List<long[]> steps = new ArrayList<>();

  private KaplanMeier(FineHistogram answered, FineHistogram left) {
    this.answered = answered;
    this.left = left;
  }

  static Abandonment of(FineHistogram answered, FineHistogram left) {
    return new KaplanMeier(answered, left).build();
  }

  private Abandonment build() {
    answered.forEach((value, times) -> steps.add(new long[] {value, times, 0}));
    left.forEach((value, times) -> steps.add(new long[] {value, 0, times}));
    steps.sort((one, other) ->
        one[0] == other[0] ? Long.compare(one[2], other[2]) : Long.compare(one[0], other[0]));
    return new Abandonment(
        answered.count(),
        left.count(),
        percentileMillis(50),
        percentileMillis(90),
        percentileMillis(95),
        percentileMillis(99),
        bands());
  }

  private long waiting() {
    return steps.stream().mapToLong(step -> step[1] + step[2]).sum();
  }

  /// The least wait by which the estimate says that so many had their token.
  private @Nullable Double percentileMillis(double percent) {
    long waiting = waiting();
    double survival = 1;
    for (long[] step : steps) {
      survival *= 1 - (double) step[1] / waiting;
      waiting -= step[1] + step[2];
      // A product of shares is not exact: of 20 the 19th must be the 95th percentile.
      if (step[1] > 0 && survival <= 1 - percent / 100 + 1e-12) {
        return step[0] / MILLI;
      }
    }
    return null;
  }

  private List<Abandonment.Band> bands() {
    List<Abandonment.Band> bands = new ArrayList<>();
    long all = waiting();
    long waiting = all;
    long gone = 0;
    long from = 0;
    int at = 0;
    for (int band = 0; band <= BANDS.length; band++) {
      long to = band == BANDS.length ? Long.MAX_VALUE : BANDS[band];
      long answers = 0;
      long leavers = 0;
      for (; at < steps.size() && steps.get(at)[0] <= to; at++) {
        answers += steps.get(at)[1];
        leavers += steps.get(at)[2];
      }
      gone += leavers;
      bands.add(
          new Abandonment.Band(
              from / MILLI,
              to == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : to / MILLI,
              waiting,
              leavers,
              answers,
              all == 0 ? 0 : (double) gone / all));
      waiting -= answers + leavers;
      from = to;
    }
    return bands;
  }
}
