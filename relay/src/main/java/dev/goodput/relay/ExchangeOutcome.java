package dev.goodput.relay;

/// How an exchange ended.
public sealed interface ExchangeOutcome {
  /// The upstream's response was complete, and was forwarded in full.
  ///
  /// @param byClose whether the end of the connection ended the response
  record Whole(boolean byClose) implements ExchangeOutcome {}

  /// The client left first.
  ///
  /// @param stalled whether the gateway disconnected the client because it had stopped reading
  record ClientLeft(boolean stalled) implements ExchangeOutcome {}

  /// The gateway shut down and broke off the exchange.
  record BrokenOff() implements ExchangeOutcome {}

  /// The upstream's connection ended in the middle of the response, so the client's response was
  /// cut too.
  ///
  /// @param reset whether the connection broke with an error rather than a close
  /// @param detail description for the operator
  record Cut(boolean reset, String detail) implements ExchangeOutcome {}

  /// No connection to an upstream could be made, or the upstream did not respond. The client
  /// received an error status.
  ///
  /// @param status status sent to the client
  /// @param kind reason
  /// @param detail description for the operator
  record NoAnswer(int status, Kind kind, String detail) implements ExchangeOutcome {
    /// Why there was no answer.
    public enum Kind {
      /// No connection: the gateway's machine has no free port or file descriptor.
      GATEWAY_UNABLE,
      /// No connection.
      UNREACHABLE,
      /// No connection in time.
      CONNECT_TIMEOUT,
      /// The TLS handshake failed.
      TLS,
      /// The connection broke before the response.
      BROKEN,
      /// No first byte of the response in time.
      FIRST_BYTE_TIMEOUT,
      /// The upstream's response is not valid HTTP.
      MALFORMED
    }
  }

  /// The response paused for longer than is allowed; the client's connection was reset.
  record IdleTimeout() implements ExchangeOutcome {}

  /// The gateway did not forward the request; the client received an error status.
  ///
  /// @param status status sent to the client
  /// @param type machine-readable error type
  record Refused(int status, String type) implements ExchangeOutcome {}

  /// Both sides switched to another protocol, and the connection has ended.
  record Upgraded() implements ExchangeOutcome {}
}
