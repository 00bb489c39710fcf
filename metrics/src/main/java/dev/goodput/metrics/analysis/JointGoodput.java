package dev.goodput.metrics.analysis;

import dev.goodput.metrics.analysis.SloTally.Good;
import dev.goodput.metrics.result.Goodput;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The goodput family (METRICS.md §5) of one SLO, or of several classes of which each judges its
/// own requests: good requests, tokens and percentile goodput of the classes add up, and attainment
/// is good requests of all ÷ judged requests of all.
///
/// @param parts those that are judged
/// @param rates of all that they are a part of
/// @param tokens of all that they are a part of
/// @param ofWholeRun whether rates are those of the whole run
record JointGoodput(
    Collection<Judged.Part> parts, RateTally rates, TokenTally tokens, boolean ofWholeRun) {
  Goodput build() {
    long judged = parts.stream().mapToLong(part -> part.slo().judged()).sum();
    boolean complete = parts.stream().allMatch(part -> part.slo().complete());
    return complete && judged > 0 ? ofJudged(judged) : ofCounts();
  }

  /// If no request was judged, or the log ends before its level did, only the counts are known.
  private Goodput ofCounts() {
    long good = sum(parts, false, Good::requests);
    long goodTokens = sum(parts, false, Good::tokens);
    return new Goodput(null, null, null, null, null, null, null, null, good, goodTokens, null);
  }

  private Goodput ofJudged(long judged) {
    long good = sum(parts, false, Good::requests);
    long goodTokens = sum(parts, false, Good::tokens);
    double attainment = (double) good / judged;
    Double delivered = rates.deliveredTps();
    List<Judged.Part> smooth =
        parts.stream()
            .filter(part -> part.slo().good(ofWholeRun).judged() > 0 && part.slo().smooth())
            .toList();
    long streamed = sum(smooth, false, Good::streamed);
    return new Goodput(
        rates.perSecond((double) sum(parts, ofWholeRun, Good::requests)),
        rates.perSecond((double) sum(parts, ofWholeRun, Good::tokens)),
        attainment,
        delivered == null ? null : delivered * attainment,
        percentileTps(),
        tokens.output() == 0 ? null : (double) goodTokens / tokens.output(),
        smooth.isEmpty() ? null : rates.perSecond((double) sum(smooth, ofWholeRun, Good::onTime)),
        streamed == 0 ? null : (double) sum(smooth, false, Good::onTime) / streamed,
        good,
        goodTokens,
        null);
  }

  private static long sum(
      Collection<Judged.Part> parts, boolean ofWholeRun, ToLongFunction<Good> figure) {
    return parts.stream().mapToLong(part -> figure.applyAsLong(part.slo().good(ofWholeRun))).sum();
  }

  /// Of classes that have bounds on percentiles and somebody to judge by them: bounds are of the
  /// sample, whatever rates are of. Null without any.
  private @Nullable Double percentileTps() {
    return parts.stream()
        .filter(part -> part.slo().judged() > 0)
        .map(part -> part.slo().percentileTps(part.rates(ofWholeRun).deliveredTps()))
        .filter(Objects::nonNull)
        .reduce(Double::sum)
        .orElse(null);
  }
}
