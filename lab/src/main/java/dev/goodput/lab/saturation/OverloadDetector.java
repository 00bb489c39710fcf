package dev.goodput.lab.saturation;

import dev.goodput.load.LoadSnapshot;
import dev.goodput.metrics.saturation.InFlightGrowth;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// A detector of requests that pile up during a level of one rate, so that the rest of the level
/// can be skipped. The same rule ([InFlightGrowth]) judges levels that ran to their end. Ticked by
/// one thread, queried by another.
final class OverloadDetector implements BooleanSupplier {
  private static final int MIN_REQUESTS = 200;
  private static final int QUARTERS = 4;

  /// A level is judged once it has lasted this many times as long as it takes to fill.
  private static final int TIMES_AS_LONG = 4;

  private final long fillNanos;
  private final List<LoadSnapshot> seen = new ArrayList<>();
  private long takenBefore;
  private volatile boolean found;
  private volatile String why = "";

  /// @param answerSeconds how long responses take, as far as known
  OverloadDetector(double answerSeconds) {
    this.fillNanos = (long) (InFlightGrowth.FILLS * answerSeconds * 1e9);
  }

  void tick(LoadSnapshot snapshot) {
    if (found || snapshot.draining()) {
      return;
    }
    if (snapshot.elapsedNanos() < fillNanos) {
      takenBefore = snapshot.taken();
      return;
    }
    seen.add(snapshot);
    long taken = snapshot.taken() - takenBefore;
    boolean early = snapshot.elapsedNanos() < TIMES_AS_LONG * fillNanos || taken < MIN_REQUESTS;
    if (early || !grows(snapshot, taken)) {
      return;
    }
    why =
        "requests in flight grew from %d to %d"
            .formatted(Math.round(mean(0, snapshot)), snapshot.inFlight());
    found = true;
  }

  private boolean grows(LoadSnapshot now, long taken) {
    double[] held = new double[QUARTERS];
    for (int i = 0; i < QUARTERS; i++) {
      held[i] = mean(i, now);
    }
    return InFlightGrowth.grows(held, taken);
  }

  private double mean(int quarter, LoadSnapshot now) {
    long time = now.elapsedNanos() - fillNanos;
    long from = fillNanos + time * quarter / QUARTERS;
    long to = fillNanos + time * (quarter + 1) / QUARTERS;
    return seen.stream()
        .filter(snapshot -> snapshot.elapsedNanos() >= from && snapshot.elapsedNanos() < to)
        .mapToInt(LoadSnapshot::inFlight)
        .average()
        .orElse(Double.NaN);
  }

  @Override
  public boolean getAsBoolean() {
    return found;
  }

  /// Returns the evidence; empty if there is none.
  String why() {
    return why;
  }
}
