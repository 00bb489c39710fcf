package dev.goodput.metrics.slo;

import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.stream.LatencyMetric.Part;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import java.util.List;

/// A judge of one request at a time by an SLO.
///
/// A failed request is outside every bound. A cancelled request counts only if a threshold had
/// already passed when the user left, and then as outside; an unfinished wait counts with its
/// length so far. If a stream was requested but the response arrived whole, it has no TTFT. Bounds
/// on TTFT then use the time until the whole response had arrived, which is when its first token
/// became visible.
public final class SloJudge {
  private final List<Bound> bounds;
  private final double[] values;
  private final boolean[] applies;
  private final boolean[] within;
  private final boolean[] queued;
  private boolean judged;
  private boolean good;

  /// A judge of requests by one SLO; usable from one thread at a time.
  public SloJudge(Slo slo) {
    bounds = slo.bounds();
    values = new double[bounds.size()];
    applies = new boolean[bounds.size()];
    within = new boolean[bounds.size()];
    queued = new boolean[bounds.size()];
  }

  /// Judges a request; all results then refer to it.
  public void judge(RequestView view) {
    Outcome outcome = view.request().outcome();
    if (outcome instanceof Outcome.Cancelled) {
      judgeCancelled(view);
      return;
    }
    judged = true;
    good = !outcome.failure();
    for (int i = 0; i < values.length; i++) {
      LatencyMetric metric = bounds.get(i).metric();
      values[i] = outcome.failure() ? Double.NaN : metric.of(view);
      double held = withoutFirstToken(view, metric) ? waited(view) : values[i];
      applies[i] = outcome.failure() || !Double.isNaN(held);
      within[i] = held <= bounds.get(i).thresholdNanos();
      queued[i] = !within[i] && held - queuedNanos(view, metric) <= bounds.get(i).thresholdNanos();
      good &= within[i] || !applies[i];
    }
  }

  private void judgeCancelled(RequestView view) {
    judged = false;
    good = false;
    for (int i = 0; i < values.length; i++) {
      values[i] = Double.NaN;
      within[i] = firstTokenInTime(view, bounds.get(i));
      queued[i] = false;
      double soFar = soFar(view, bounds.get(i).metric());
      applies[i] = soFar > bounds.get(i).thresholdNanos();
      judged |= applies[i];
    }
  }

  /// Returns whether the bound is on the first token and that token had arrived in time when the
  /// user left, which nothing later can change.
  private static boolean firstTokenInTime(RequestView view, Bound bound) {
    return bound.metric().part() == Part.FIRST_TOKEN
        && bound.metric().of(view) <= bound.thresholdNanos();
  }

  /// Returns how much of the metric the request spent waiting for the limit on requests in flight.
  private static long queuedNanos(RequestView view, LatencyMetric metric) {
    Stamps stamps = view.request().stamps();
    return switch (metric.part()) {
      case FIRST_TOKEN, WHOLE -> stamps.dispatchedNanos() - stamps.dueNanos();
      case AFTER_FIRST_TOKEN, STREAM, HOP, AMOUNT -> 0;
    };
  }

  private static boolean withoutFirstToken(RequestView view, LatencyMetric metric) {
    boolean ofFirstToken = metric == LatencyMetric.TTFT || metric == LatencyMetric.FIRST_ANSWER;
    return ofFirstToken && view.unstreamed();
  }

  private static double soFar(RequestView view, LatencyMetric metric) {
    double value = metric.of(view);
    double waited = waited(view);
    return switch (metric.part()) {
      case FIRST_TOKEN -> Double.isNaN(value) ? waited : value;
      case WHOLE -> waited;
      case AFTER_FIRST_TOKEN -> waited - LatencyMetric.TTFT.of(view);
      case STREAM, HOP, AMOUNT -> value;
    };
  }

  private static double waited(RequestView view) {
    long ended = view.request().stamps().endedNanos();
    return Stamps.present(ended) ? ended - view.times().startNanos() : Double.NaN;
  }

  /// Returns whether the request counts in the denominators.
  public boolean judged() {
    return judged;
  }

  /// Returns whether it is `ok` and within every threshold.
  public boolean good() {
    return good;
  }

  /// Returns whether the request counts in a bound's denominator.
  public boolean applies(int bound) {
    return applies[bound];
  }

  /// Returns whether the request is within a bound's threshold.
  public boolean within(int bound) {
    return within[bound];
  }

  /// Returns whether it is outside a bound's threshold only because it waited for the limit on
  /// requests in flight.
  public boolean queued(int bound) {
    return queued[bound];
  }

  /// Returns the bounded metric of an `ok` request; NaN if it does not exist.
  public double valueNanos(int bound) {
    return values[bound];
  }
}
