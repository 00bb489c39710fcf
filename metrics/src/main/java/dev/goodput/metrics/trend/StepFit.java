package dev.goodput.metrics.trend;

import java.util.List;

/// The part of a series whose level differs most from that of the rest, where the noise is a
/// first-order autoregression.
final class StepFit {
  /// The most that an estimated autocorrelation may be.
  private static final double MAX_CORRELATION = .9;

  private final int from;
  private final int to;
  private final double[] values;
  private final double[] residuals;

  private StepFit(int from, int to, double[] values) {
    this.from = from;
    this.to = to;
    this.values = values;
    this.residuals = residuals(values, from, to);
  }

  /// @param least smallest number of values in each part
  /// @param shift whether the part ends before the series does
  /// @param correlation the autocorrelation of the noise
  static StepFit of(double[] values, int least, boolean shift, double correlation) {
    Whitened white = new Whitened(values, correlation);
    int length = values.length;
    int bestFrom = least;
    int bestTo = length;
    double most = -1;
    for (int from = least; from <= length - (shift ? 2 : 1) * least; from++) {
      for (int to = shift ? from + least : length; to <= length - (shift ? least : 0); to++) {
        double square = white.square(from, to);
        if (square > most) {
          most = square;
          bestFrom = from;
          bestTo = to;
        }
      }
    }
    return new StepFit(bestFrom, bestTo, values);
  }

  private static double[] residuals(double[] values, int from, int to) {
    double inside = 0;
    double all = 0;
    for (int i = 0; i < values.length; i++) {
      all += values[i];
      inside += i >= from && i < to ? values[i] : 0;
    }
    double outside = (all - inside) / (values.length - (to - from));
    inside /= to - from;
    double[] residuals = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      residuals[i] = values[i] - (i >= from && i < to ? inside : outside);
    }
    return residuals;
  }

  /// Returns the autocorrelation of the values less the mean of their part; 0 if it is negative.
  double correlation() {
    double square = 0;
    double product = 0;
    for (int i = 0; i < residuals.length; i++) {
      square += residuals[i] * residuals[i];
      product += i == 0 ? 0 : residuals[i] * residuals[i - 1];
    }
    return square == 0 ? 0 : Math.clamp(product / square, 0, MAX_CORRELATION);
  }

  /// Returns the square of the difference of levels divided by its variance, with the
  /// autocorrelation of this fit.
  double statistic() {
    double correlation = correlation();
    double square = new Whitened(values, correlation).square(from, to);
    double variance = 0;
    for (double each : new Whitened(residuals, correlation).values) {
      variance += each * each / residuals.length;
    }
    return variance > 0 ? square / variance : square > 0 ? Double.MAX_VALUE : 0;
  }

  /// Returns what the autoregression does not explain of the values less the mean of their part;
  /// its own mean is 0.
  double[] innovations(double correlation) {
    double[] white = new Whitened(residuals, correlation).values;
    double mean = 0;
    for (double each : white) {
      mean += each / white.length;
    }
    for (int i = 0; i < white.length; i++) {
      white[i] -= mean;
    }
    return white;
  }

  /// Returns where the part starts and, if it is before the end of the series, ends.
  List<Integer> cuts() {
    return to == values.length ? List.of(from) : List.of(from, to);
  }

  /// A series multiplied by the inverse of the autoregression: its noise is white, a constant has
  /// become `root, gap, gap, …`, and a part `1, gap, gap, …, −correlation`.
  private static final class Whitened {
    final double[] values;
    private final double[] sums;
    private final double correlation;
    private final double gap;
    private final double constant;
    private final double level;

    Whitened(double[] series, double correlation) {
      int length = series.length;
      double root = Math.sqrt(1 - correlation * correlation);
      this.correlation = correlation;
      gap = 1 - correlation;
      values = new double[length];
      sums = new double[length + 1];
      values[0] = root * series[0];
      sums[1] = values[0];
      for (int i = 1; i < length; i++) {
        values[i] = series[i] - correlation * series[i - 1];
        sums[i + 1] = sums[i] + values[i];
      }
      constant = root * root + (length - 1) * gap * gap;
      level = (root * values[0] + gap * (sums[length] - sums[1])) / constant;
    }

    /// Returns the square of a part's difference from the rest, by generalized least squares, over
    /// its variance in units of that of the noise.
    double square(int from, int to) {
      boolean ends = to < values.length;
      double end = ends ? correlation : 0;
      double inner = (to - from - 1) * gap;
      double product =
          values[from] + gap * (sums[to] - sums[from + 1]) - (ends ? end * values[to] : 0);
      double shared = gap * (1 + inner - end);
      double difference = product - shared * level;
      double information = 1 + inner * gap + end * end - shared * shared / constant;
      return difference * difference / information;
    }
  }
}
