package dev.goodput.runner.measure;

import static dev.goodput.runner.Checks.refuse;

import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.comparison.ComparedMetric;
import dev.goodput.record.ArrivalKind;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelName;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The one load of an experiment that asks it again and again.
///
/// @param kind how arrivals come about
/// @param level what is asked each time
/// @param remark a note that the load is the default one; null if options set it
public record RepeatedLoad(ArrivalKind kind, LevelPlan level, @Nullable String remark) {
  /// Refuses what can never give a run the figures by which it is judged.
  ///
  /// @param single whether each arrival is one request
  /// @throws dev.goodput.runner.AppException.Usage naming the metric
  public void requireEnough(List<ComparedMetric> metrics, boolean single) {
    double timed = level.rate() * level.durationNanos() / 1e9;
    double most = single && timed > 0 ? 2 * timed : Double.POSITIVE_INFINITY;
    double requested = level.requests() > 0 ? Math.min(most, (double) level.requests()) : most;
    for (ComparedMetric metric : metrics) {
      refuse(
          requested < metric.minRequests(),
          "%s needs %d responses of each run; make the runs longer, or use other --metrics"
              .formatted(metric.key(), metric.minRequests()));
    }
  }

  /// Returns an estimate of the number of requests of a run; empty if unknown.
  ///
  /// @param single whether each arrival is one request
  public OptionalLong requests(boolean single) {
    double timed = level.rate() * level.durationNanos() / 1e9;
    if (timed > 0 && single) {
      long about = Math.round(timed);
      return OptionalLong.of(level.requests() > 0 ? Math.min(about, level.requests()) : about);
    }
    return level.requests() > 0 && level.durationNanos() == 0
        ? OptionalLong.of(level.requests())
        : OptionalLong.empty();
  }

  /// Returns whether the sides of a pair can send different numbers of requests: a closed loop that
  /// ends after a duration.
  public boolean unlike() {
    return level.closed() && level.requests() == 0;
  }

  /// Returns an estimate of the duration of a run in seconds; NaN if unknown.
  public double seconds() {
    if (level.durationNanos() > 0) {
      return level.durationNanos() / 1e9;
    }
    double rate = level.rate();
    return rate > 0 && level.requests() > 0 ? level.requests() / rate : Double.NaN;
  }

  /// `Poisson 8/s, 30 s a run`.
  public String words() {
    String what =
        level.closed()
            ? Figures.counted(level.concurrency(), "user") + thinking()
            : LevelName.shown(level.arrivals().name() + " " + Figures.plain(level.rate()) + "/s");
    double seconds = seconds();
    return what + (Double.isNaN(seconds) ? "" : ", " + Figures.span(seconds) + " a run");
  }

  private String thinking() {
    long nanos = level.thinkNanos();
    return nanos == 0 ? "" : " with " + Figures.span(nanos / 1e9) + " of think time";
  }
}
