package dev.goodput.metrics.traffic;

import dev.goodput.record.Outcome;

/// What OpenTelemetry calls `error.type`.
public final class ErrorType {
  /// Stands for all that are too many, by the conventions.
  static final String OTHER = "_OTHER";

  private ErrorType() {}

  /// The status where there is one, else our word: few values, as the conventions ask.
  public static String of(Outcome outcome) {
    return outcome instanceof Outcome.HttpError error
        ? Integer.toString(error.status())
        : outcome.key();
  }
}
