package dev.goodput.lab.search;

/// Why a search stopped, which the log alone does not contain.
///
/// @param kind the kind
/// @param reason the same in words, empty if there is nothing to add
record StopReason(Kind kind, String reason) {
  static final StopReason ITSELF = new StopReason(Kind.ITSELF, "");
  static final StopReason BUDGET = new StopReason(Kind.BUDGET, "");
  static final StopReason KILLED = new StopReason(Kind.INTERRUPTED, "it was killed");

  /// Returns whether there is nothing to resume.
  boolean ends() {
    return kind == Kind.ITSELF || kind == Kind.BUDGET;
  }

  enum Kind {
    /// The result for the original SLO was known, or there was none to find.
    ITSELF("itself"),
    /// The next step did not fit the budget.
    BUDGET("budget"),
    /// The server no longer responded.
    FAILED("failed"),
    /// The search was interrupted or killed.
    INTERRUPTED("interrupted");

    final String word;

    Kind(String word) {
      this.word = word;
    }
  }
}
