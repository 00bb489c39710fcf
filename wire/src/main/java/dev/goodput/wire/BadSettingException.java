package dev.goodput.wire;

/// A setting that cannot work: a usage error.
public final class BadSettingException extends WireException {
  private static final long serialVersionUID = 1L;

  /// Creates an exception. The message states what was found where, and what was expected.
  public BadSettingException(String message) {
    super(message);
  }

  /// Creates an exception with the library's error as its cause.
  public BadSettingException(String message, Throwable cause) {
    super(message, cause);
  }
}
