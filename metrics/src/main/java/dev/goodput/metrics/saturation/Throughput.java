package dev.goodput.metrics.saturation;

import dev.goodput.metrics.interval.Moments;
import dev.goodput.metrics.interval.StudentT;

/// Output tokens per second of a level, with its noise by batch means, from equal consecutive parts
/// of its window. This is the noise within one run; between runs at different times it is larger.
///
/// @param tps mean over the parts, output tokens per second of `ok` requests
/// @param error standard error of the mean; NaN for fewer than two parts
/// @param parts number of parts
public record Throughput(double tps, double error, int parts) {
  /// The smallest relative gain that is worth another level of load, however certain it is.
  private static final double MIN = .03;

  private static final double MAX = .1;

  /// Correction for picking the largest: of eight equal levels, the largest exceeds another by this
  /// many half-widths in at most one of forty cases.
  private static final double PICKED = 1.6;

  private static final double CONFIDENCE = .95;

  /// Returns the throughput from the output rates of the parts.
  static Throughput of(double[] parts) {
    Moments moments = Moments.of(parts);
    double error = parts.length < 2 ? Double.NaN : moments.standardError();
    return new Throughput(moments.mean(), error, parts.length);
  }

  /// Returns half the width of the 95 % interval of the mean; NaN for fewer than two parts.
  public double halfWidth() {
    return parts < 2 ? Double.NaN : StudentT.twoSided(CONFIDENCE, parts - 1) * error;
  }

  /// Returns the largest difference of two levels that counts as noise: 95 % of their noise, and at
  /// least 3 % of the larger.
  private double noise(Throughput other) {
    double least = MIN * Math.max(tps, other.tps);
    double both = Math.hypot(halfWidth(), other.halfWidth());
    return both > least ? both : least;
  }

  /// Returns whether another throughput counts as equal: it differs by no more than noise, and by
  /// no more than a tenth, however noisy both are. A difference hidden by noise is not equality.
  boolean isSimilarTo(Throughput other) {
    double most = MAX * Math.max(tps, other.tps);
    return Math.abs(tps - other.tps) <= Math.min(most, noise(other));
  }

  /// Returns how far another may be ahead given the noise of both, if this one was picked from
  /// several as being like the largest.
  double largestPossibleLead(Throughput other) {
    return other.tps - tps + PICKED * Math.hypot(halfWidth(), other.halfWidth());
  }

  /// Returns whether this exceeds another by more than chance explains, even though the larger was
  /// picked from several.
  boolean exceeds(Throughput other) {
    return tps - other.tps > PICKED * noise(other);
  }
}
