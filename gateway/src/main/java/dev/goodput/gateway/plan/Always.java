package dev.goodput.gateway.plan;

/// A kind of exchange that a log always stores, whatever its share.
public enum Always {
  /// Failed exchanges.
  FAILED("failed"),
  /// Successful exchanges that missed the bounds of their SLO class.
  SLOW("slow");

  private final String word;

  Always(String word) {
    this.word = word;
  }

  /// Returns the word in `gateway.yaml`.
  public String word() {
    return word;
  }
}
