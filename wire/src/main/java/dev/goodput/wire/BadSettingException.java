package dev.goodput.wire;

/// A setting that cannot work: a usage error.
public final class BadSettingException extends WireException {
  private static final long serialVersionUID = 1L;

  /// Says what was found where, and what was expected.
  public BadSettingException(String message) {
    super(message);
  }

  /// The same, with what the library said.
  public BadSettingException(String message, Throwable cause) {
    super(message, cause);
  }
}
