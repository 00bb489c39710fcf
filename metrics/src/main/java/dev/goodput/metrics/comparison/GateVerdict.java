package dev.goodput.metrics.comparison;

/// The gate's verdict.
public enum GateVerdict {
  /// With confidence, no metric is slower than allowed.
  OK("ok"),
  /// With confidence, some metric is slower than allowed.
  REGRESSED("regressed"),
  /// Neither is shown with confidence.
  INCONCLUSIVE("inconclusive");

  private final String key;

  GateVerdict(String key) {
    this.key = key;
  }

  /// Returns the name in options and result documents.
  public String key() {
    return key;
  }
}
