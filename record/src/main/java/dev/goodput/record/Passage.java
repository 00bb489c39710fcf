package dev.goodput.record;

/// What a gateway knows of an exchange beside the server's part in it: whose it was, where it went,
/// and what the client saw. The record's own stamps are those of the server's leg; its `intended`
/// and `due` are the read that completed the request.
///
/// Names are `""` where they are not known. No name holds a key: a tenant is named by
/// configuration, or by a salted digest.
///
/// @param model as the client asked for it
/// @param tenant whose request it was
/// @param route the route by its configured name, or the path asked
/// @param upstream the upstream that was asked, by its configured name; `""` where none was
/// @param session the session, as the client named it or as a digest of it
/// @param sloClass the SLO class it is judged by
/// @param receivedNanos the read that brought the first byte of the request
/// @param firstWrittenNanos the first body byte of the answer was handed on to the client: its
///   socket takes it then, or as soon as it takes more
/// @param lastWrittenNanos the last byte was handed on
/// @param requestBytes body bytes read from the client
/// @param answerBytes body bytes written to the client, as they were framed
/// @param parting how the client's leg ended
public record Passage(
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

  /// The same on another clock.
  Passage shifted(long byNanos) {
    return new Passage(
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

  /// How the client's leg ended.
  public enum Parting {
    /// All that the server sent was handed on to the client, to the end.
    DELIVERED(0),
    /// The client left before the end.
    CLIENT_LEFT(1),
    /// The server's part broke off, and so did the client's.
    CUT(2),
    /// The gateway answered itself: the upstream was out of reach, or the request was refused.
    ANSWERED_HERE(3),
    /// Another attempt followed; the client saw nothing of this one.
    RETRIED(4);

    /// The parting's number in the run log; never changes.
    final int code;

    Parting(int code) {
      this.code = code;
    }

    /// The word in metrics and documents.
    public String word() {
      return switch (this) {
        case DELIVERED -> "delivered";
        case CLIENT_LEFT -> "client_left";
        case CUT -> "cut";
        case ANSWERED_HERE -> "answered_here";
        case RETRIED -> "retried";
      };
    }

    /// @throws IllegalArgumentException where no parting has the number
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
