package dev.goodput.metrics.traffic;

import dev.goodput.metrics.distribution.CountedValues;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
  private final @Nullable Double[] percentiles = new Double[PERCENTS.length];
  private final List<Abandonment.Band> bands = new ArrayList<>();
  private double survival = 1;
  private int next;

  /// All waits; values that found no memory are in none.
  private long all;

  /// Waits that are longer than those of the steps so far.
  private long waiting;

  /// Waits of the current band and later ones.
  private long waitingInBand;

  private long answersInBand;
  private long leavingInBand;
  private long timingOutInBand;
  private long gone;

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
    for (CountedValues each : List.of(answered, left, timedOut)) {
      each.forEach((wait, times) -> all += times);
    }
    waiting = all;
    waitingInBand = all;
    visit();
    while (bands.size() <= BANDS.length) {
      endBand();
    }
    return new Abandonment(
        answered.count(),
        left.count(),
        timedOut.count(),
        percentiles[0],
        percentiles[1],
        percentiles[2],
        percentiles[3],
        bands);
  }

  /// Visits all waits in ascending order, those with a token first at equal times.
  private void visit() {
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
    survival *= 1 - (double) withToken / waiting;
    waiting -= withToken + leaving + timingOut;
    // A product of shares is not exact: of 20 values, the 19th must be the 95th percentile.
    while (withToken > 0
        && next < PERCENTS.length
        && survival <= 1 - PERCENTS[next] / 100 + 1e-12) {
      percentiles[next++] = wait / MILLI;
    }
    while (bands.size() < BANDS.length && wait > BANDS[bands.size()]) {
      endBand();
    }
    answersInBand += withToken;
    leavingInBand += leaving;
    timingOutInBand += timingOut;
  }

  private void endBand() {
    int band = bands.size();
    gone += leavingInBand;
    bands.add(
        new Abandonment.Band(
            band == 0 ? 0 : BANDS[band - 1] / MILLI,
            band == BANDS.length ? Double.POSITIVE_INFINITY : BANDS[band] / MILLI,
            waitingInBand,
            leavingInBand,
            timingOutInBand,
            answersInBand,
            all == 0 ? 0 : (double) gone / all));
    waitingInBand -= answersInBand + leavingInBand + timingOutInBand;
    answersInBand = 0;
    leavingInBand = 0;
    timingOutInBand = 0;
  }

  /// Waits of one length that ended without a token.
  private record WaitWithoutToken(long afterNanos, long left, long timedOut) {}
}
