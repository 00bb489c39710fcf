package dev.goodput.metrics.traffic;

import dev.goodput.metrics.distribution.CountedValues;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The product-limit estimate (Kaplan and Meier 1958) of the time to first token. Its input is
/// waits that ended with a token, and waits that ended without one because the client left or the
/// gateway timed out. If both happen at the same time, the token counts first.
public final class KaplanMeier {
  private static final double MILLI = 1e6;

  /// The usual bands of TTFT, and three more for longer waits.
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

  private final CountedValues answered;
  private final CountedValues left;
  private final CountedValues timedOut;
  private long[] waits = new long[256];
  private long[] tokens = new long[256];
  private long[] leavers = new long[256];
  private long[] cut = new long[256];
  private int steps;

  /// The waits in all steps; values that found no memory are in none.
  private long all;

  private KaplanMeier(CountedValues answered, CountedValues left, CountedValues timedOut) {
    this.answered = answered;
    this.left = left;
    this.timedOut = timedOut;
  }

  /// Returns the estimate from waits in nanoseconds.
  ///
  /// @param answered waits that ended with a token
  /// @param left waits that the client ended
  /// @param timedOut waits that the gateway ended
  public static Abandonment of(CountedValues answered, CountedValues left, CountedValues timedOut) {
    return new KaplanMeier(answered, left, timedOut).build();
  }

  private Abandonment build() {
    collect();
    @Nullable Double[] found = percentilesMillis();
    return new Abandonment(
        answered.count(),
        left.count(),
        timedOut.count(),
        found[0],
        found[1],
        found[2],
        found[3],
        bands());
  }

  /// Collects all waits in ascending order, those with a token first at equal times.
  private void collect() {
    List<WaitWithoutToken> all = new ArrayList<>();
    left.forEach((wait, times) -> all.add(new WaitWithoutToken(wait, times, 0)));
    timedOut.forEach((wait, times) -> all.add(new WaitWithoutToken(wait, 0, times)));
    all.sort(Comparator.comparingLong(WaitWithoutToken::afterNanos));
    Deque<WaitWithoutToken> gone = new ArrayDeque<>(all);
    answered.forEach((wait, times) -> {
      remove(gone, wait);
      step(wait, times, 0, 0);
    });
    remove(gone, Long.MAX_VALUE);
  }

  private void remove(Deque<WaitWithoutToken> gone, long before) {
    for (WaitWithoutToken next = gone.peek();
        next != null && next.afterNanos() < before;
        next = gone.peek()) {
      step(next.afterNanos(), 0, next.left(), next.timedOut());
      gone.remove();
    }
  }

  private void step(long wait, long withToken, long leaving, long timingOut) {
    if (steps == waits.length) {
      waits = Arrays.copyOf(waits, 2 * steps);
      tokens = Arrays.copyOf(tokens, 2 * steps);
      leavers = Arrays.copyOf(leavers, 2 * steps);
      cut = Arrays.copyOf(cut, 2 * steps);
    }
    waits[steps] = wait;
    tokens[steps] = withToken;
    leavers[steps] = leaving;
    cut[steps++] = timingOut;
    all += withToken + leaving + timingOut;
  }

  /// Returns the shortest waits by which the estimated shares of requests had a token.
  private @Nullable Double[] percentilesMillis() {
    @Nullable Double[] found = new Double[PERCENTS.length];
    long waiting = all;
    double survival = 1;
    int next = 0;
    for (int i = 0; i < steps; i++) {
      survival *= 1 - (double) tokens[i] / waiting;
      waiting -= tokens[i] + leavers[i] + cut[i];
      // A product of shares is not exact: of 20 values, the 19th must be the 95th percentile.
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
    long waiting = all;
    long gone = 0;
    long from = 0;
    int at = 0;
    for (int band = 0; band <= BANDS.length; band++) {
      long to = band == BANDS.length ? Long.MAX_VALUE : BANDS[band];
      long answers = 0;
      long leaving = 0;
      long timingOut = 0;
      for (; at < steps && waits[at] <= to; at++) {
        answers += tokens[at];
        leaving += leavers[at];
        timingOut += cut[at];
      }
      gone += leaving;
      bands.add(
          new Abandonment.Band(
              from / MILLI,
              to == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : to / MILLI,
              waiting,
              leaving,
              timingOut,
              answers,
              all == 0 ? 0 : (double) gone / all));
      waiting -= answers + leaving + timingOut;
      from = to;
    }
    return bands;
  }

  /// Waits of one length that ended without a token.
  private record WaitWithoutToken(long afterNanos, long left, long timedOut) {}
}
