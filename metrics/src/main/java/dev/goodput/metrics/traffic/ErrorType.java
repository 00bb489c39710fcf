package dev.goodput.metrics.traffic;

import dev.goodput.record.Outcome;

/// Values of OpenTelemetry's `error.type`.
public final class ErrorType {
  /// The value that the conventions reserve for all further error types.
  static final String OTHER = "_OTHER";

  private ErrorType() {}

  /// Returns the HTTP status if there is one, else the outcome's key: a small set of values, as the
  /// conventions require.
  public static String of(Outcome outcome) {
    return outcome instanceof Outcome.HttpError error
        ? Integer.toString(error.status())
        : outcome.key();
  }
}
