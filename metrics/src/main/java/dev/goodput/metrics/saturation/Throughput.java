package dev.goodput.metrics.saturation;

import dev.goodput.metrics.interval.Moments;
import dev.goodput.metrics.interval.StudentT;

/// Output tokens per second of a level, with its noise by batch means: what it did in equal parts
/// of its window, one after another. It is noise within one run: that of a run at another time is
/// larger.
///
/// @param tps mean over the parts, output tokens per second of `ok` requests
/// @param error the mean's standard error; NaN of fewer than two parts
/// @param parts how many
public record Throughput(double tps, double error, int parts) {
  /// No gain of less than this share is worth another level of load, however sure it is.
  private static final double LEAST = .03;

  private static final double MOST = .1;

  /// Of eight levels that are alike the largest exceeds another by so many half-widths in at most
  /// one of forty cases.
  private static final double PICKED = 1.6;

  private static final double CONFIDENCE = .95;

  /// Of what was done in each part.
  static Throughput of(double[] parts) {
    Moments moments = Moments.of(parts);
    double error = parts.length < 2 ? Double.NaN : moments.standardError();
    return new Throughput(moments.mean(), error, parts.length);
  }

  /// Half the width of the 95 % interval of the mean; NaN of fewer than two parts.
  public double halfWidth() {
    return parts < 2 ? Double.NaN : StudentT.twoSided(CONFIDENCE, parts - 1) * error;
  }

  /// Two levels that differ by no more than this do not differ: 95 % of their noise, and at least 3
  /// % of the larger.
  private double noise(Throughput other) {
    double least = LEAST * Math.max(tps, other.tps);
    double both = Math.hypot(halfWidth(), other.halfWidth());
    return both > least ? both : least;
  }

  /// Whether another is as good as the same: it differs by no more than noise, and by no more than
  /// a tenth, however noisy both are. What noise hides is not shown to be equal.
  boolean isLike(Throughput other) {
    double most = MOST * Math.max(tps, other.tps);
    return Math.abs(tps - other.tps) <= Math.min(most, noise(other));
  }

  /// How far another may be ahead by the noise of both, where this was picked from several for
  /// being like the largest.
  double mostBehind(Throughput other) {
    return other.tps - tps + PICKED * Math.hypot(halfWidth(), other.halfWidth());
  }

  /// Whether this is more than another by so much that it is no chance, though the larger was
  /// picked from several.
  boolean exceeds(Throughput other) {
    return tps - other.tps > PICKED * noise(other);
  }
}
