package dev.goodput.wire;

/// A target that cannot be measured, found before load starts.
public final class PreflightException extends WireException {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /// What is wrong with the target.
  public enum Kind {
    /// Nothing listens there, or it cannot be reached.
    REFUSED,
    /// The host name is not known.
    UNKNOWN_HOST,
    /// The TLS handshake failed.
    TLS,
    /// The server wants another key: 401 or 403.
    UNAUTHORIZED,
    /// The path is not served: 404 or 405.
    NOT_FOUND,
    /// The model is not served, or none was named where there are several.
    UNKNOWN_MODEL,
    /// The server answers a web page.
    HTML,
    /// A stream was asked for and the answer came whole.
    NO_STREAM,
    /// It accepts a connection and never answers.
    TIMEOUT,
    /// The server says that it cannot serve now: 429, 500, 503 and their like.
    UNAVAILABLE,
    /// The request was turned down: 400, 422 and their like.
    REJECTED,
    /// What came back is not the protocol.
    MALFORMED
  }

  /// One clear line, and its kind.
  public PreflightException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /// What is wrong.
  public Kind kind() {
    return kind;
  }
}
