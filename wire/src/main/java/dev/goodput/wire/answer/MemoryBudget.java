package dev.goodput.wire.answer;

/// A memory budget that many buffered bodies share. Thread-safe.
public interface MemoryBudget {
  /// An unlimited budget.
  MemoryBudget UNLIMITED =
      new MemoryBudget() {
        @Override
        public boolean reserve(long bytes) {
          return true;
        }

        @Override
        public void release(long bytes) {
          // Nothing is counted.
        }
      };

  /// Reserves bytes. Returns false, and reserves none, if fewer are available.
  boolean reserve(long bytes);

  /// Releases reserved bytes.
  void release(long bytes);
}
