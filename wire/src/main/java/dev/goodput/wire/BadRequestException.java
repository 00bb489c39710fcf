package dev.goodput.wire;

/// A request that was rejected before it reached a handler or upstream, because it is malformed,
/// ambiguous or too large.
public final class BadRequestException extends WireException {
  private static final long serialVersionUID = 1L;

  private final int status;

  /// @param status status sent to the client
  /// @param message description of the problem; quotes nothing of the request
  public BadRequestException(int status, String message) {
    super(message);
    this.status = status;
  }

  /// Returns the status sent to the client.
  public int status() {
    return status;
  }
}
