package dev.goodput.record;

import java.util.function.Consumer;

/// A run's log, readable as often as wanted, in bounded memory.
@FunctionalInterface
public interface LogSource {
  /// Hands every entry to the consumer, in the order in which they were written.
  void read(Consumer<? super LogEntry> consumer);
}
