package dev.goodput.metrics.analysis;

import dev.goodput.metrics.interval.Overlap;
import dev.goodput.metrics.result.LevelResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What it takes to promise a percentile for the service.
final class Promises {
  private static final double[] PERCENTILES = {90, 95, 99, 99.9};
  private static final int[] OBSERVATIONS = {36, 72, 368, 3688};

  private Promises() {}

  /// None where nobody knows how requests overlapped.
  ///
  /// @param rate requests per second
  static List<LevelResult.Promise> of(Overlap overlap, @Nullable Double rate) {
    List<LevelResult.Promise> promises = new ArrayList<>();
    Double each = overlap.requests();
    if (each == null) {
      return promises;
    }
    for (int i = 0; i < PERCENTILES.length; i++) {
      long requests = (long) Math.ceil(OBSERVATIONS[i] * each);
      Double minutes = rate == null || rate <= 0 ? null : requests / rate / 60;
      promises.add(new LevelResult.Promise(PERCENTILES[i], OBSERVATIONS[i], requests, minutes));
    }
    return promises;
  }
}
