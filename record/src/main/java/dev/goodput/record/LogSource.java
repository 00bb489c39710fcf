package dev.goodput.record;

import java.util.function.Consumer;

/// A run's log, readable any number of times, in bounded memory.
@FunctionalInterface
public interface LogSource {
  /// Passes every entry to the consumer, in the order of writing.
  void read(Consumer<? super LogEntry> consumer);
}
