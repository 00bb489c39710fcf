package dev.goodput.metrics.slo;

import org.jspecify.annotations.Nullable;

/// A syntax error in an SLO. The message is one line with what was found, where, what was expected,
/// and the nearest match if there is one.
public final class SloSyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int position;
  private final String found;
  private final @Nullable String nearest;

  SloSyntaxException(String message, int position, String found, @Nullable String nearest) {
    super(message);
    this.position = position;
    this.found = found;
    this.nearest = nearest;
  }

  /// Returns the position of the error, as a character number from 1.
  public int position() {
    return position;
  }

  /// Returns the text at the error; empty at the end.
  public String found() {
    return found;
  }

  /// Returns the nearest match, or null.
  public @Nullable String nearest() {
    return nearest;
  }
}
