package dev.goodput.lab.search;

import dev.goodput.metrics.interval.ShareBounds;
import dev.goodput.metrics.interval.StudentT;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.search.Segment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The estimated rate at which the target is just met.
///
/// The curve does not cover loads that were never reached: beyond them there is a bound and no
/// figure. No figure exceeds the rate at which the flooded server answered.
///
/// @param where whether the limit is among the loads that were reached
/// @param wanted arrivals per second to which the curve points, wherever that is
/// @param rate the same if it is a figure, else NaN
/// @param low lower bound of its 95 % interval, which may be claimed; NaN if unknown
/// @param high upper bound; NaN if unknown, as above the flood's rate
/// @param halfWidth half of the interval, relative to the rate
/// @param dispersion how many times the binomial variance the segments' counts have
/// @param segments how many segments it is based on
/// @param atCeiling whether the target is met even at the rate at which a flood is answered
record Estimate(
    Where where,
    double wanted,
    double rate,
    double low,
    double high,
    double halfWidth,
    double dispersion,
    int segments,
    boolean atCeiling) {
  private static final int ENOUGH_SEGMENTS = 6;
  private static final int ENOUGH_AT_CEILING = 3;
  private static final double CONFIDENCE = .95;
  private static final double ONE_SIDED = (1 + CONFIDENCE) / 2;

  /// How far beyond the loads that were reached the curve is trusted, as a factor.
  private static final double NEAR = 1.05;

  private static final double JUST = .999;

  /// The position of the limit.
  enum Where {
    /// Below every load that was reached.
    BELOW,
    /// Among the loads that were reached, or near them.
    AMONG,
    /// Among the loads that were reached, and above the flood's rate, beyond which nothing was
    /// sent.
    AT_FLOOD,
    /// Above every load that was reached.
    ABOVE
  }

  /// @param segments at least one
  /// @param attainment the target
  /// @param ceiling arrivals per second that the flooded server answers; no higher rate is sent
  static Estimate of(List<Segment> segments, double attainment, double ceiling) {
    AttainmentCurve curve = AttainmentCurve.fit(segments, attainment);
    AttainmentCurve.Crossing found = curve.crossing(attainment);
    double wanted = Math.exp(found.logLoad());
    double t = StudentT.twoSided(CONFIDENCE, Math.max(1, segments.size() - 2));
    double half = t * found.standardError();
    double least = segments.stream().mapToDouble(Segment::load).min().orElse(wanted);
    double most = segments.stream().mapToDouble(Segment::load).max().orElse(wanted);
    int n = segments.size();
    double varied = curve.dispersion();
    if (wanted > NEAR * Math.min(most, ceiling)) {
      double kept = Math.min(ceiling, kept(segments, attainment, varied));
      boolean all = holds(segments, attainment, ceiling, varied);
      return bound(Where.ABOVE, wanted, kept, Double.NaN, Double.NaN, varied, n).atCeiling(all);
    }
    if (wanted < least / NEAR) {
      return bound(Where.BELOW, wanted, Double.NaN, least, Double.NaN, varied, n);
    }
    double low = Math.min(wanted * Math.exp(-half), ceiling);
    if (wanted > ceiling) {
      boolean all = holds(segments, attainment, ceiling, varied);
      return bound(Where.AT_FLOOD, wanted, low, Double.NaN, Math.sinh(half), varied, n)
          .atCeiling(all);
    }
    double high = wanted * Math.exp(half);
    return new Estimate(
        Where.AMONG,
        wanted,
        wanted,
        low,
        high > ceiling ? Double.NaN : high,
        Math.sinh(half),
        varied,
        n,
        false);
  }

  private static Estimate bound(
      Where where,
      double wanted,
      double low,
      double high,
      double halfWidth,
      double dispersion,
      int segments) {
    return new Estimate(
        where, wanted, Double.NaN, low, high, halfWidth, dispersion, segments, false);
  }

  private Estimate atCeiling(boolean met) {
    return new Estimate(where, wanted, rate, low, high, halfWidth, dispersion, segments, met);
  }

  /// Returns the highest load at which the segments show that the target is met: attainment falls
  /// with load, so a target that is met by the segments above a load together is met at that load.
  /// NaN if there is none.
  private static double kept(List<Segment> segments, double attainment, double dispersion) {
    List<Segment> above = new ArrayList<>();
    for (Segment next :
        segments.stream()
            .sorted(Comparator.comparingDouble(Segment::logLoad).reversed())
            .toList()) {
      above.add(next);
      if (least(above, dispersion) >= attainment) {
        return next.load();
      }
    }
    return Double.NaN;
  }

  private static boolean holds(
      List<Segment> segments, double attainment, double ceiling, double dispersion) {
    List<Segment> top = segments.stream().filter(each -> each.rate() >= JUST * ceiling).toList();
    return top.size() >= ENOUGH_AT_CEILING && least(top, dispersion) >= attainment;
  }

  /// Returns the one-sided lower bound of the attainment of these segments together.
  private static double least(List<Segment> segments, double dispersion) {
    double all = segments.stream().mapToLong(Segment::judged).sum() / dispersion;
    double good = segments.stream().mapToLong(Segment::good).sum() / dispersion;
    return all == 0 ? 0 : ShareBounds.lower(good, all, ONE_SIDED);
  }

  /// Returns a segment with this estimate as what was known after it.
  SearchResult.Step after(Segment segment) {
    double known = Double.isNaN(rate) ? Double.NaN : halfWidth;
    return new SearchResult.Step(segment, rate, low, high, known);
  }

  /// Returns whether the interval is as narrow as requested.
  boolean done(double tolerance) {
    boolean known = where == Where.AMONG || where == Where.AT_FLOOD;
    return known && segments >= ENOUGH_SEGMENTS && halfWidth < tolerance;
  }

  /// Returns whether the search, once done, ends with the flood's rate as a bound.
  boolean atFlood() {
    return atCeiling || where == Where.AT_FLOOD;
  }
}
