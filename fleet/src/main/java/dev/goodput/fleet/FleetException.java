package dev.goodput.fleet;

/// An error for the user: one line that says what happened, where, and what to do.
final class FleetException extends RuntimeException {
  private static final long serialVersionUID = 1;

  FleetException(String message) {
    super(message);
  }

  FleetException(String message, Throwable cause) {
    super(message, cause);
  }
}
