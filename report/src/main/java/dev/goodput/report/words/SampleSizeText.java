package dev.goodput.report.words;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.BoundResult;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.Promise;
import java.util.Comparator;
import java.util.Optional;

/// What it takes to promise a figure of one run for the service.
public final class SampleSizeText {
  private SampleSizeText() {}

  /// One sentence: how many requests and minutes the SLO's highest percentile needs, p95 where it
  /// names none. Empty where that is not known.
  public static String sentence(LevelResult level) {
    double percentile =
        level.bounds().stream()
            .map(BoundResult::bound)
            .filter(bound -> bound.percentile() != null)
            .mapToDouble(bound -> bound.requiredShare(0) * 100)
            .max()
            .orElse(95);
    return covering(level, percentile).map(promise -> sentence(level, promise)).orElse("");
  }

  private static Optional<Promise> covering(LevelResult level, double percentile) {
    return level.promises().stream()
        .filter(promise -> promise.percentile() >= percentile - 1e-9)
        .min(Comparator.comparingDouble(Promise::percentile));
  }

  private static String sentence(LevelResult level, Promise promise) {
    String name = "p" + Figures.plain(promise.percentile());
    Distribution latency = level.latencies().e2el();
    Double effective = latency == null ? null : latency.nEffective();
    if (effective != null && effective >= promise.effectiveObservations()) {
      return "a "
          + name
          + " needs about "
          + promise.effectiveObservations()
          + " independent observations; this run has "
          + Figures.count(Math.round(effective));
    }
    String minutes = promise.minutes() == null ? "" : ", " + Figures.span(promise.minutes() * 60);
    return "to promise "
        + name
        + " for the service: about "
        + Figures.counted(rounded(promise.requests()), "request")
        + minutes;
  }

  // The number is a rule of thumb; more than two digits would pretend otherwise.
  private static long rounded(long requests) {
    long step = 1;
    while (requests / step >= 100) {
      step *= 10;
    }
    return (requests + step - 1) / step * step;
  }
}
