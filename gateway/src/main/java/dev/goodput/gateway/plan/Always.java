package dev.goodput.gateway.plan;

/// Exchanges that a log keeps whatever its share is.
public enum Always {
  /// Those that failed.
  FAILED("failed"),
  /// Those that came to their end outside the bounds of their SLO class.
  SLOW("slow");

  private final String word;

  Always(String word) {
    this.word = word;
  }

  /// As `gateway.yaml` has it.
  public String word() {
    return word;
  }
}
