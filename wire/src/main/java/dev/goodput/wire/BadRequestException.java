package dev.goodput.wire;

/// A request that is not answered by whom it is meant for: it is malformed, ambiguous or too large.
public final class BadRequestException extends WireException {
  private static final long serialVersionUID = 1L;

  private final int status;

  /// @param status what the client is answered
  /// @param message what is wrong; quotes nothing of the request
  public BadRequestException(int status, String message) {
    super(message);
    this.status = status;
  }

  /// The status the client is answered.
  public int status() {
    return status;
  }
}
