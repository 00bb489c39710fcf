package dev.goodput.metrics.tally;

import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.stream.LatencyMetric;
import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The goodput family (docs/explanation/metrics.md). With several SLO classes, each request is
/// judged by its own class. Good requests, tokens and percentile goodput of the classes are added,
/// and attainment is all good requests ÷ all judged requests.
///
/// Rates of tokens are of the tokens stamped in the same time as those of throughput, so that token
/// goodput never exceeds output throughput, and equals it where every successful request is good.
public final class GoodputFamily {
  private final double seconds;
  private final double target;
  private long total;
  private long good;
  private long goodTokens;
  private long output;
  private long onTime;
  private long streamed;
  private long ratedGood;
  private boolean smooth;
  private @Nullable Double percentileTps;

  private GoodputFamily(double seconds, double target) {
    this.seconds = seconds;
    this.target = target;
  }

  /// The results of one class.
  ///
  /// @param sample those that counts and shares are of
  /// @param rated those that rates are of: of the sample, or of all requests of a run
  /// @param tokens its output tokens per second
  public record Part(SloCount sample, SloCount rated, TokenRates tokens) {}

  /// Output tokens per second; null if the time is empty.
  ///
  /// @param delivered of all requests
  /// @param good of good requests
  /// @param onTime those that arrived before their deadlines
  public record TokenRates(
      @Nullable Double delivered, @Nullable Double good, @Nullable Double onTime) {
    private static TokenRates of(Collection<SloCount> counts, double seconds) {
      return new TokenRates(
          rate(counts, SloCount::output, seconds),
          rate(counts, SloCount::goodTokens, seconds),
          rate(counts, SloCount::onTimeTokens, seconds));
    }

    private static @Nullable Double rate(
        Collection<SloCount> counts, ToLongFunction<SloCount> tokens, double seconds) {
      return perSecond((double) counts.stream().mapToLong(tokens).sum(), seconds);
    }
  }

  /// Returns the family of classes whose rates are of the same requests as their shares.
  ///
  /// @param seconds the time that rates are of
  /// @param target the attainment that bounds without a percentile require
  public static Goodput of(Collection<SloCount> counts, double seconds, double target) {
    List<Part> parts =
        counts.stream()
            .map(count -> new Part(count, count, TokenRates.of(List.of(count), seconds)))
            .toList();
    return of(parts, TokenRates.of(counts, seconds), seconds, target);
  }

  /// Returns the family of classes.
  ///
  /// @param tokens output tokens per second, all classes together
  /// @param seconds the time that rates are of
  /// @param target the attainment that bounds without a percentile require
  public static Goodput of(
      Collection<Part> parts, TokenRates tokens, double seconds, double target) {
    GoodputFamily family = new GoodputFamily(seconds, target);
    parts.forEach(family::add);
    return family.total == 0
        ? counts(parts.stream().map(Part::sample).toList())
        : family.build(tokens);
  }

  /// Returns the counts alone, if too little is known for shares and rates.
  public static Goodput counts(Collection<SloCount> counts) {
    long good = counts.stream().mapToLong(SloCount::good).sum();
    long goodTokens = counts.stream().mapToLong(SloCount::goodTokens).sum();
    return new Goodput(null, null, null, null, null, null, null, null, good, goodTokens, null);
  }

  private void add(Part part) {
    total += part.sample.total();
    good += part.sample.good();
    goodTokens += part.sample.goodTokens();
    output += part.sample.output();
    ratedGood += part.rated.good();
    if (part.rated.total() > 0 && hasDeadlines(part.sample)) {
      smooth = true;
      onTime += part.sample.onTimeTokens();
      streamed += part.sample.streamed();
    }
    Double delivered = part.tokens.delivered;
    if (part.sample.total() > 0 && delivered != null && hasPercentiles(part.sample)) {
      double before = percentileTps == null ? 0 : percentileTps;
      percentileTps = before + (met(part.sample) ? delivered : 0);
    }
  }

  /// Returns whether tokens have deadlines, from thresholds on TTFT and TPOT.
  private static boolean hasDeadlines(SloCount count) {
    return count.slo().tightestNanos(LatencyMetric.TTFT).isPresent()
        && count.slo().tightestNanos(LatencyMetric.TPOT).isPresent();
  }

  private static boolean hasPercentiles(SloCount count) {
    return count.slo().bounds().stream().anyMatch(bound -> bound.percentile() != null);
  }

  /// Returns whether every percentile bound holds.
  private boolean met(SloCount count) {
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

  private static @Nullable Double perSecond(double amount, double seconds) {
    return seconds <= 0 ? null : amount / seconds;
  }

  private Goodput build(TokenRates tokens) {
    double attainment = (double) good / total;
    return new Goodput(
        perSecond((double) ratedGood, seconds),
        tokens.good,
        attainment,
        tokens.delivered == null ? null : tokens.delivered * attainment,
        percentileTps,
        output == 0 ? null : (double) goodTokens / output,
        smooth ? tokens.onTime : null,
        streamed > 0 ? (double) onTime / streamed : null,
        good,
        goodTokens,
        null);
  }
}
