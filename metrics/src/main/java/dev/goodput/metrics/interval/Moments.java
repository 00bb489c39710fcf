package dev.goodput.metrics.interval;

/// Mean and standard deviation of a few independent values.
///
/// @param count number of values, at least 1
/// @param mean arithmetic mean
/// @param deviation sample standard deviation (n − 1); 0 for one value
public record Moments(int count, double mean, double deviation) {
  /// Returns the moments of these values.
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

  /// Returns the standard error of the mean.
  public double standardError() {
    return deviation / Math.sqrt(count);
  }
}
