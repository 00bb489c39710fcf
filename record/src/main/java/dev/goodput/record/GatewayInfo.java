package dev.goodput.record;

/// A gateway's view of an exchange, in addition to the server's part in it: whose it was, where it
/// went, and what the client saw. The record's own stamps describe the server's side; its
/// `intended` and `due` are the read that completed the request.
///
/// Names are `""` if not known. No name contains a key: a tenant is named by configuration or by a
/// salted digest.
///
/// @param model the model named by the client
/// @param tenant the tenant that sent the request
/// @param route the route's configured name, or the requested path
/// @param upstream the upstream's configured name; `""` if the request was not forwarded
/// @param session the session, as the client named it or as a digest of that name
/// @param sloClass the SLO class it is judged by
/// @param receivedNanos the read that brought the first byte of the request
/// @param firstWrittenNanos when the first body byte of the response was passed to the client's
///   socket, which takes it then or as soon as it has room
/// @param lastWrittenNanos when the last byte was passed to the client's socket
/// @param requestBytes body bytes read from the client
/// @param answerBytes body bytes written to the client, framing included
/// @param parting how the client's side ended
public record GatewayInfo(
    String model,
    String tenant,
    String route,
    String upstream,
    String session,
    String sloClass,
    long receivedNanos,
    long firstWrittenNanos,
    long lastWrittenNanos,
    long requestBytes,
    long answerBytes,
    Parting parting) {

  /// Returns the same passage on another clock.
  GatewayInfo shifted(long byNanos) {
    return new GatewayInfo(
        model,
        tenant,
        route,
        upstream,
        session,
        sloClass,
        Stamps.shifted(receivedNanos, byNanos),
        Stamps.shifted(firstWrittenNanos, byNanos),
        Stamps.shifted(lastWrittenNanos, byNanos),
        requestBytes,
        answerBytes,
        parting);
  }

  /// How the client's side of the exchange ended.
  public enum Parting {
    /// Everything that the server sent was forwarded to the client, to the end.
    DELIVERED(0),
    /// The client left before the end.
    CLIENT_LEFT(1),
    /// The server's side broke off, and so did the client's.
    CUT(2),
    /// The gateway answered itself: the upstream was unreachable, or the request was refused.
    ANSWERED_BY_GATEWAY(3),
    /// Another attempt followed; the client saw nothing of this one.
    RETRIED(4);

    /// The parting's number in the run log; never changes.
    final int code;

    Parting(int code) {
      this.code = code;
    }

    /// Returns the word in metrics and documents.
    public String word() {
      return switch (this) {
        case DELIVERED -> "delivered";
        case CLIENT_LEFT -> "client_left";
        case CUT -> "cut";
        case ANSWERED_BY_GATEWAY -> "answered_here";
        case RETRIED -> "retried";
      };
    }

    /// @throws IllegalArgumentException if no parting has the number
    static Parting of(int code) {
      for (Parting parting : values()) {
        if (parting.code == code) {
          return parting;
        }
      }
      throw new IllegalArgumentException("no parting has the number " + code);
    }
  }
}
