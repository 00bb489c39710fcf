package dev.goodput.operate.promql;

/// A query that cannot be read.
public final class PromqlException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int at;

  PromqlException(int at, String message) {
    super(message);
    this.at = at;
  }

  /// Returns the offset of the problem in the query.
  public int at() {
    return at;
  }
}
