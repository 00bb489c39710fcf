package dev.goodput.metrics.result;

/// What the measured system costs.
///
/// @param perHour cost of an hour of it, in the currency
/// @param currency for example `USD`
public record Cost(double perHour, String currency) {
  /// Checks the range.
  ///
  /// @throws IllegalArgumentException where the cost is not a number of at least 0
  public Cost {
    if (!(perHour >= 0) || Double.isInfinite(perHour)) {
      throw new IllegalArgumentException("cost per hour must be at least 0, found " + perHour);
    }
  }
}
