package dev.goodput.telemetry;

/// Bytes that are not an event or a roll-up of a known version. The message says what was found and
/// what was expected.
public final class EventFormatException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// Creates an error with this message.
  public EventFormatException(String message) {
    super(message);
  }
}
