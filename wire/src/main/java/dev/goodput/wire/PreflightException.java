package dev.goodput.wire;

/// A target that cannot be measured, found before load starts.
public final class PreflightException extends WireException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /// The kind of problem with a target.
  public enum Kind {
    /// Nothing listens at the address, or it cannot be reached.
    REFUSED,
    /// The host name is not known.
    UNKNOWN_HOST,
    /// The TLS handshake failed.
    TLS,
    /// The server rejects the key: 401 or 403.
    UNAUTHORIZED,
    /// The path is not served: 404 or 405.
    NOT_FOUND,
    /// The model is not served, or the user named none and there are several.
    UNKNOWN_MODEL,
    /// The server responds with a web page.
    HTML,
    /// A stream was requested, and the answer was not streamed.
    NO_STREAM,
    /// The server accepts connections but does not respond.
    TIMEOUT,
    /// The server is not available now: 429, 500, 503 and the like.
    UNAVAILABLE,
    /// The request was rejected: 400, 422 and the like.
    REJECTED,
    /// The response violates the protocol.
    MALFORMED
  }

  /// Creates an exception with a message of one clear line.
  public PreflightException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /// Returns the kind of problem.
  public Kind kind() {
    return kind;
  }
}
