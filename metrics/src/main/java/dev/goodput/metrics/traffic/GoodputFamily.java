package dev.goodput.metrics.traffic;

import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The goodput family over a period. With several SLO classes, each request is judged by its own
/// class. Good requests, tokens and percentile goodput of the classes are added, and attainment is
/// all good requests ÷ all requests.
final class GoodputFamily {
  private final double seconds;
  private final double target;
  private long total;
  private long good;
  private long goodTokens;
  private long output;
  private long onTime;
  private long smoothStreamed;
  private boolean smooth;
  private @Nullable Double percentileTps;

  private GoodputFamily(double seconds, double target) {
    this.seconds = seconds;
    this.target = target;
  }

  static Goodput of(SloCount count, double seconds, double target) {
    return of(List.of(count), seconds, target);
  }

  static Goodput of(Collection<SloCount> counts, double seconds, double target) {
    GoodputFamily family = new GoodputFamily(seconds, target);
    counts.forEach(family::add);
    return family.build();
  }

  private void add(SloCount count) {
    total += count.total();
    good += count.good();
    goodTokens += count.goodTokens();
    output += count.output();
    // A class without judged requests contributes only its tokens, received by clients that left in
    // time.
    if (count.total() > 0) {
      addSmooth(count);
      addPercentile(count);
    }
  }

  private void addSmooth(SloCount count) {
    if (count.slo().tightestNanos(LatencyMetric.TTFT).isPresent()
        && count.slo().tightestNanos(LatencyMetric.TPOT).isPresent()) {
      smooth = true;
      onTime += count.onTimeTokens();
      smoothStreamed += count.streamed();
    }
  }

  private void addPercentile(SloCount count) {
    Slo slo = count.slo();
    if (seconds > 0 && slo.bounds().stream().anyMatch(bound -> bound.percentile() != null)) {
      double before = percentileTps == null ? 0 : percentileTps;
      percentileTps = before + (held(count) ? count.output() / seconds : 0);
    }
  }

  /// Returns whether every percentile bound holds.
  private boolean held(SloCount count) {
    List<Bound> bounds = count.slo().bounds();
    double attainment = (double) count.good() / count.total();
    for (int i = 0; i < bounds.size(); i++) {
      SloCount.BoundCount held = count.bounds().get(i);
      if (bounds.get(i).percentile() != null
          && !bounds.get(i).holds(held.within(), held.applies(), attainment, target)) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Double perSecond(double amount) {
    return total == 0 || seconds <= 0 ? null : amount / seconds;
  }

  private Goodput build() {
    Double attainment = total == 0 ? null : (double) good / total;
    Double delivered = perSecond((double) output);
    return new Goodput(
        perSecond((double) good),
        perSecond((double) goodTokens),
        attainment,
        attainment == null || delivered == null ? null : delivered * attainment,
        percentileTps,
        total == 0 || output == 0 ? null : (double) goodTokens / output,
        smooth ? perSecond((double) onTime) : null,
        smoothStreamed > 0 ? (double) onTime / smoothStreamed : null,
        good,
        goodTokens,
        null);
  }
}
