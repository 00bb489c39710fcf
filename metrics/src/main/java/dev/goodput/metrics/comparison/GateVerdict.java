package dev.goodput.metrics.comparison;

/// What the gate says.
public enum GateVerdict {
  /// By no metric slower than is allowed, surely.
  OK("ok"),
  /// By some metric slower than is allowed, surely.
  REGRESSED("regressed"),
  /// Neither is sure.
  INCONCLUSIVE("inconclusive");

  private final String word;

  GateVerdict(String word) {
    this.word = word;
  }

  /// The word of options and documents.
  public String word() {
    return word;
  }
}
