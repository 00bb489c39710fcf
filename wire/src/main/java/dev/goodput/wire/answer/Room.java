package dev.goodput.wire.answer;

/// The memory that what is kept of many bodies may take together. From any thread.
public interface Room {
  /// As much as anybody asks for.
  Room ENDLESS =
      new Room() {
        @Override
        public boolean take(long bytes) {
          return true;
        }

        @Override
        public void giveBack(long bytes) {
          // Nobody counts.
        }
      };

  /// Takes so many bytes; false where there are not so many.
  boolean take(long bytes);

  /// Bytes that were taken are free again.
  void giveBack(long bytes);
}
