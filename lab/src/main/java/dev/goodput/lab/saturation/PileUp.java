package dev.goodput.lab.saturation;

import dev.goodput.load.LoadSnapshot;
import dev.goodput.metrics.saturation.InFlightGrowth;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Whether requests pile up for good while a level of one rate goes on. The same rule judges the
/// whole level afterwards ([InFlightGrowth]); this only saves the rest of it. Ticked by one thread,
/// asked by another.
final class PileUp implements BooleanSupplier {
  private static final int LEAST_REQUESTS = 200;
  private static final int QUARTERS = 4;

  private final long leastNanos;
  private final List<LoadSnapshot> seen = new ArrayList<>();
  private volatile boolean found;
  private volatile String why = "";

  /// @param leastNanos nothing is said before
  PileUp(long leastNanos) {
    this.leastNanos = leastNanos;
  }

  void tick(LoadSnapshot snapshot) {
    if (found || snapshot.draining()) {
      return;
    }
    seen.add(snapshot);
    boolean early = snapshot.elapsedNanos() < leastNanos || snapshot.taken() < LEAST_REQUESTS;
    if (early || !grows(snapshot)) {
      return;
    }
    why =
        "requests in flight grew from %d to %d"
            .formatted(Math.round(mean(0, snapshot)), snapshot.inFlight());
    found = true;
  }

  private boolean grows(LoadSnapshot now) {
    double[] held = new double[QUARTERS];
    for (int i = 0; i < QUARTERS; i++) {
      held[i] = mean(i, now);
    }
    return InFlightGrowth.grows(held, now.taken());
  }

  private double mean(int quarter, LoadSnapshot now) {
    long from = now.elapsedNanos() * quarter / QUARTERS;
    long to = now.elapsedNanos() * (quarter + 1) / QUARTERS;
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

  /// What was seen; empty where nothing was.
  String why() {
    return why;
  }
}
