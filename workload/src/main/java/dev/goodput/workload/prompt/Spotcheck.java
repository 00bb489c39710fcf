package dev.goodput.workload.prompt;

/// Decides which finished texts are counted again.
///
/// Pieces are counted once and their counts added up, which is exact for tokenizers that never
/// merge over a sentence's end, and counting a whole prompt costs milliseconds. So the first texts
/// are all counted; once that many in a row were right at once, every sixteenth is, until one is
/// not.
final class Spotcheck {
  private static final int PROOF = 64;
  private static final int SAMPLE = 16;

  private int rightInARow;
  private int sinceChecked;

  /// Whether the next text is to be counted.
  boolean due() {
    if (rightInARow < PROOF) {
      return true;
    }
    sinceChecked = (sinceChecked + 1) % SAMPLE;
    return sinceChecked == 0;
  }

  /// What counting the text at first showed.
  void found(boolean right) {
    rightInARow = right ? rightInARow + 1 : 0;
  }
}
