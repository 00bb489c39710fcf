package dev.goodput.workload.prompt;

/// The choice of finished texts that are counted again.
///
/// Pieces are counted once and their counts added up. That is exact for tokenizers that never merge
/// across a sentence's end, and counting a whole prompt costs milliseconds. So the first texts are
/// all counted. Once 64 in a row were right at once, only every sixteenth is counted, until one is
/// wrong.
final class RecountPolicy {
  private static final int PROOF = 64;
  private static final int SAMPLE = 16;

  private int rightInARow;
  private int sinceChecked;

  /// Returns whether the next text must be counted.
  boolean due() {
    if (rightInARow < PROOF) {
      return true;
    }
    sinceChecked = (sinceChecked + 1) % SAMPLE;
    return sinceChecked == 0;
  }

  /// Notes whether the text was right when first counted.
  void found(boolean right) {
    rightInARow = right ? rightInARow + 1 : 0;
  }
}
