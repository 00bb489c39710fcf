package dev.goodput.wire.relay;

/// How an exchange ended.
public sealed interface Ending {
  /// The upstream's answer came to its end and was handed on to it.
  ///
  /// @param byClose whether its end was the end of the connection
  record Whole(boolean byClose) implements Ending {}

  /// The client left first.
  ///
  /// @param stalled whether it was shown out, as it had stopped reading
  record ClientLeft(boolean stalled) implements Ending {}

  /// The gateway ended, and broke off what was still under way.
  record BrokenOff() implements Ending {}

  /// The upstream's connection broke under the answer, and so did the client's.
  ///
  /// @param reset whether it was reset, and not closed
  /// @param detail in words
  record Cut(boolean reset, String detail) implements Ending {}

  /// There was no connection to an upstream, or it gave no answer; the client was told with a
  /// status.
  ///
  /// @param status what the client was answered
  /// @param kind why
  /// @param detail in words
  record NoAnswer(int status, Kind kind, String detail) implements Ending {
    /// Why there was no answer.
    public enum Kind {
      /// No connection, as the gateway's own machine had no port or descriptor left.
      GATEWAY_UNABLE,
      /// No connection.
      UNREACHABLE,
      /// No connection in time.
      CONNECT_TIMEOUT,
      /// No TLS.
      TLS,
      /// The connection broke before an answer.
      BROKEN,
      /// No first byte in time.
      FIRST_BYTE_TIMEOUT,
      /// What came is no HTTP.
      MALFORMED
    }
  }

  /// The answer paused for longer than was allowed; the client's connection was broken off.
  record IdleTimeout() implements Ending {}

  /// The gateway did not hand the request on; the client was told with a status.
  ///
  /// @param status what the client was answered
  /// @param type a word for programs
  record Refused(int status, String type) implements Ending {}

  /// Both sides went on in another protocol, and are done.
  record Upgraded() implements Ending {}
}
