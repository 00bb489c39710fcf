package dev.goodput.wire;

import java.util.function.Supplier;

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

  /// Runs an action that may reject a setting, and puts the setting's name before the error.
  ///
  /// @param setting as the user sets it, such as `--port`
  /// @throws BadSettingException with the name
  public static <T> T naming(String setting, Supplier<T> action) {
    try {
      return action.get();
    } catch (BadSettingException e) {
      throw new BadSettingException(setting + ": " + e.getMessage(), e);
    }
  }
}
