package dev.goodput.wire.answer;

/// A memory budget that many buffered bodies share. Thread-safe.
public interface MemoryBudget {
  /// An unlimited budget.
  MemoryBudget ENDLESS =
      new MemoryBudget() {
        @Override
        public boolean take(long bytes) {
          return true;
        }

        @Override
        public void giveBack(long bytes) {
          // Nothing is counted.
        }
      };

  /// Reserves bytes. Returns false if there are not enough.
  boolean take(long bytes);

  /// Releases reserved bytes.
  void giveBack(long bytes);
}
