package dev.goodput.wire;

/// A user-facing exception of this module, whose message is one clear line.
public abstract sealed class WireException extends RuntimeException
    permits BadRequestException, BadSettingException, PreflightException {
  private static final long serialVersionUID = 1L;

  WireException(String message) {
    super(message);
  }

  WireException(String message, Throwable cause) {
    super(message, cause);
  }
}
