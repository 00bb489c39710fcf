package dev.goodput.lab.search;

/// Why a search asked for no more, which the log alone does not tell.
///
/// @param kind the kind
/// @param reason the same in words, empty where there is nothing to say
record StopReason(Kind kind, String reason) {
  static final StopReason ITSELF = new StopReason(Kind.ITSELF, "");
  static final StopReason BUDGET = new StopReason(Kind.BUDGET, "");
  static final StopReason KILLED = new StopReason(Kind.INTERRUPTED, "it was killed");

  /// Whether there is nothing to go on with.
  boolean ends() {
    return kind == Kind.ITSELF || kind == Kind.BUDGET;
  }

  enum Kind {
    /// It knew enough for the SLO that it was made for, or that there is nothing to know.
    ITSELF("itself"),
    /// What was to come next did not fit the budget.
    BUDGET("budget"),
    /// The server answered nothing more.
    FAILED("failed"),
    /// Somebody stopped it, or it was killed.
    INTERRUPTED("interrupted");

    final String word;

    Kind(String word) {
      this.word = word;
    }
  }
}
