package dev.goodput.metrics.slo;

import org.jspecify.annotations.Nullable;

/// An SLO that cannot be read. The message is one line that says what was found, where, what was
/// expected, and the nearest match where there is one.
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

  /// The character it is about, from 1.
  public int position() {
    return position;
  }

  /// The text that was found there; empty at the end.
  public String found() {
    return found;
  }

  /// What was perhaps meant.
  public @Nullable String nearest() {
    return nearest;
  }
}
