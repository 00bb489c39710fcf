package dev.goodput.metrics.distribution;

/// A collector of values, in nanoseconds or whole tokens.
///
/// @param <H> the collector's own type
public interface ValueHistogram<H extends ValueHistogram<H>> {
  /// Adds a value `times` times; a negative value counts as 0.
  void add(double value, long times);

  /// Adds the first `number` values, each `times` times, which may be 0.
  default void addAll(double[] values, int[] times, int number) {
    for (int i = 0; i < number; i++) {
      if (times[i] > 0) {
        add(values[i], times[i]);
      }
    }
  }

  /// Adds all values of another collector.
  void addAll(H other);

  /// Returns the number of values.
  long count();
}
