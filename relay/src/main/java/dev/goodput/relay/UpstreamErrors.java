package dev.goodput.relay;

import dev.goodput.wire.dial.ConnectionErrors;
import io.netty.channel.ConnectTimeoutException;
import javax.net.ssl.SSLException;

/// Error messages for clients whose upstream did not respond. They contain no addresses, which are
/// the operator's business.
final class UpstreamErrors {
  private UpstreamErrors() {}

  /// Classifies why a connection could not be made.
  static ExchangeOutcome.NoAnswer.Kind kind(Throwable cause) {
    return switch (cause) {
      case ConnectTimeoutException _ -> ExchangeOutcome.NoAnswer.Kind.CONNECT_TIMEOUT;
      case SSLException _ -> ExchangeOutcome.NoAnswer.Kind.TLS;
      default ->
          ConnectionErrors.local(cause)
              ? ExchangeOutcome.NoAnswer.Kind.GATEWAY_UNABLE
              : ExchangeOutcome.NoAnswer.Kind.UNREACHABLE;
    };
  }

  /// Describes the same for the operator.
  static String reason(Throwable cause) {
    // The log has the details of an internal error; its message may quote anything.
    return cause instanceof RuntimeException && !ConnectionErrors.local(cause)
        ? "a fault of the gateway's own"
        : ConnectionErrors.connecting(cause).detail();
  }

  /// Returns the error response for the client.
  ///
  /// @param detail what is wrong with a response that is not valid HTTP
  static Route.Refuse refusal(String upstream, ExchangeOutcome.NoAnswer.Kind kind, String detail) {
    String words = print(upstream, kind, detail);
    return switch (kind) {
      case FIRST_BYTE_TIMEOUT ->
          new Route.Refuse(504, "upstream_timeout", words, ExchangeListener.NONE);
      case GATEWAY_UNABLE -> new Route.Refuse(503, "gateway_unable", words, ExchangeListener.NONE);
      case UNREACHABLE, CONNECT_TIMEOUT, TLS, BROKEN, MALFORMED ->
          new Route.Refuse(502, "upstream_unreachable", words, ExchangeListener.NONE);
    };
  }

  private static String print(String upstream, ExchangeOutcome.NoAnswer.Kind kind, String detail) {
    return "upstream "
        + upstream
        + switch (kind) {
          case GATEWAY_UNABLE -> " got no request: the gateway could not open a connection";
          case UNREACHABLE -> " cannot be reached";
          case CONNECT_TIMEOUT -> " did not take the connection in time";
          case TLS -> " cannot be spoken to over TLS";
          case BROKEN -> " closed the connection without an answer";
          case FIRST_BYTE_TIMEOUT -> " did not answer in time";
          case MALFORMED -> " sent an invalid HTTP response: " + detail;
        };
  }
}
