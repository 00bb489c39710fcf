package dev.goodput.metrics.traffic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
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

  private static final double[] PERCENTS = {50, 90, 95, 99};

  private final FineHistogram answered;
  private final FineHistogram left;
  private long[] waits = new long[256];
  private long[] tokens = new long[256];
  private long[] leavers = new long[256];
  private int steps;

  private KaplanMeier(FineHistogram answered, FineHistogram left) {
    this.answered = answered;
    this.left = left;
  }

  static Abandonment of(FineHistogram answered, FineHistogram left) {
    return new KaplanMeier(answered, left).build();
  }

  private Abandonment build() {
    collect();
    @Nullable Double[] found = percentilesMillis();
    return new Abandonment(
        answered.count(), left.count(), found[0], found[1], found[2], found[3], bands());
  }

  /// In the order of time, of one moment the tokens first.
  private void collect() {
    Deque<long[]> gone = new ArrayDeque<>();
    left.forEach((wait, times) -> gone.add(new long[] {wait, times}));
    answered.forEach((wait, times) -> {
      leave(gone, wait);
      step(wait, times, 0);
    });
    leave(gone, Long.MAX_VALUE);
  }

  private void leave(Deque<long[]> gone, long before) {
    for (long[] next = gone.peek(); next != null && next[0] < before; next = gone.peek()) {
      step(next[0], 0, next[1]);
      gone.remove();
    }
  }

  private void step(long wait, long withToken, long without) {
    if (steps == waits.length) {
      waits = Arrays.copyOf(waits, 2 * steps);
      tokens = Arrays.copyOf(tokens, 2 * steps);
      leavers = Arrays.copyOf(leavers, 2 * steps);
    }
    waits[steps] = wait;
    tokens[steps] = withToken;
    leavers[steps++] = without;
  }

  private long waiting() {
    return Arrays.stream(tokens, 0, steps).sum() + Arrays.stream(leavers, 0, steps).sum();
  }

  /// The least waits by which the estimate says that so many had their token.
  private @Nullable Double[] percentilesMillis() {
    @Nullable Double[] found = new Double[PERCENTS.length];
    long waiting = waiting();
    double survival = 1;
    int next = 0;
    for (int i = 0; i < steps; i++) {
      survival *= 1 - (double) tokens[i] / waiting;
      waiting -= tokens[i] + leavers[i];
      // A product of shares is not exact: of 20 the 19th must be the 95th percentile.
      while (tokens[i] > 0
          && next < PERCENTS.length
          && survival <= 1 - PERCENTS[next] / 100 + 1e-12) {
        found[next++] = waits[i] / MILLI;
      }
    }
    return found;
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
      long leaving = 0;
      for (; at < steps && waits[at] <= to; at++) {
        answers += tokens[at];
        leaving += leavers[at];
      }
      gone += leaving;
      bands.add(
          new Abandonment.Band(
              from / MILLI,
              to == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : to / MILLI,
              waiting,
              leaving,
              answers,
              all == 0 ? 0 : (double) gone / all));
      waiting -= answers + leaving;
      from = to;
    }
    return bands;
  }
}
