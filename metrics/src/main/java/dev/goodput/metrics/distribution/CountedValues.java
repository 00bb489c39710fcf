package dev.goodput.metrics.distribution;

/// Values with their numbers of occurrences.
public interface CountedValues {
  /// Returns the number of values.
  long count();

  /// Visits each value in ascending order, with its number of occurrences.
  void forEach(Visitor visitor);

  /// A receiver of values with their numbers of occurrences.
  interface Visitor {
    /// Takes a value that occurs this often.
    void visit(long value, long times);
  }
}
