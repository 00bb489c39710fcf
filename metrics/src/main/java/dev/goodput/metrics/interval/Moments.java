package dev.goodput.metrics.interval;

/// Mean and spread of a few independent values.
///
/// @param count how many, at least 1
/// @param mean arithmetic
/// @param deviation sample standard deviation (n − 1); 0 of one value
public record Moments(int count, double mean, double deviation) {
  /// The moments of these values.
  public static Moments of(double[] values) {
    double mean = 0;
    double squares = 0;
    int count = 0;
    for (double value : values) {
      count++;
      double off = value - mean;
      mean += off / count;
      squares += off * (value - mean);
    }
    return new Moments(count, mean, count < 2 ? 0 : Math.sqrt(squares / (count - 1)));
  }

  /// Of the mean.
  public double standardError() {
    return deviation / Math.sqrt(count);
  }
}
