package dev.goodput.lab.hop;

import dev.goodput.wire.answer.AnswerLog;
import dev.goodput.wire.answer.AnswerReader;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.http.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A response as its bytes arrived.
///
/// @param ending how it ended
/// @param status the status code, 0 if no head arrived
/// @param server the headers `server` and `via`; empty if neither was sent
/// @param contentType its media type, empty if none was sent
/// @param body the body without HTTP's framing, a character for each byte
/// @param pieces how much of the body was there after each read that added to it
/// @param seconds from the first byte sent to the end
/// @param wire the whole response as it arrived, a character for each byte
record RawResponse(
    Ending ending,
    int status,
    String server,
    String contentType,
    String body,
    List<Piece> pieces,
    double seconds,
    String wire) {
  private static final String HEAD_END = "\r\n\r\n";

  /// How a response ended.
  enum Ending {
    /// Framed and complete.
    WHOLE,
    /// Not framed: it ends with the connection, so a truncated body cannot be distinguished from a
    /// complete one.
    UNFRAMED,
    /// The connection was closed before the body ended (FIN).
    CUT,
    /// The connection was reset before the body ended (RST).
    RESET,
    /// No more data arrived.
    SILENT,
    /// The data was not valid HTTP.
    MALFORMED,
    /// The connection was refused.
    REFUSED
  }

  /// The state of the body after a read.
  ///
  /// @param nanos when the read happened
  /// @param bodyBytes how much of the body had arrived by then
  record Piece(long nanos, int bodyBytes) {}

  /// Returns whether a client would take it for a complete response.
  boolean seemsComplete() {
    return ending == Ending.WHOLE || ending == Ending.UNFRAMED;
  }

  /// Returns whether its status means success.
  boolean successful() {
    return status / 100 == 2;
  }

  boolean done() {
    return text().contains("data: [DONE]") || text().contains("data:[DONE]");
  }

  /// The text of a response.
  ///
  /// @param characters the length of the text
  /// @param pieces the reads that added text; an event without text may be sent or omitted, and a
  ///   reader would not miss it
  record Content(int characters, List<Piece> pieces) {
    private static final Content NOTHING = new Content(0, List.of());
  }

  /// Returns the text of all channels, without its JSON wrapping.
  Content content(Dialect dialect) {
    int end = wire.indexOf(HEAD_END) + HEAD_END.length();
    ResponseHead head = ResponseHead.of(bytes(wire.substring(0, end)));
    if (head == null) {
      return Content.NOTHING;
    }
    AnswerLog log = new AnswerLog(true);
    AnswerReader reader = new AnswerReader(true, log, sink -> dialect.newParser(sink, true));
    reader.startRead(0);
    reader.head(head);
    List<Piece> looksSecret = new ArrayList<>();
    byte[] all = bytes(body);
    int from = 0;
    int before = 0;
    for (Piece piece : pieces) {
      reader.body(all, from, piece.bodyBytes());
      from = piece.bodyBytes();
      if (characters(log) > before) {
        before = characters(log);
        looksSecret.add(piece);
      }
    }
    reader.end();
    reader.finishLog();
    if (characters(log) > before) {
      // The text is known only at the end, as in a response that is not streamed.
      looksSecret.add(pieces.getLast());
    }
    return new Content(characters(log), looksSecret);
  }

  private static int characters(AnswerLog log) {
    return String.valueOf(log.text()).length() + String.valueOf(log.otherText()).length();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  String text() {
    return new String(bytes(body), StandardCharsets.UTF_8);
  }

  /// Describes what a client sees of it, in a few words.
  String words() {
    String status = this.status == 0 ? "no response" : "status " + this.status;
    return switch (ending) {
      case WHOLE -> status + ", a complete response";
      case UNFRAMED -> status + ", ended with the connection";
      case CUT -> status + ", cut (FIN)";
      case RESET -> status + ", reset (RST)";
      case SILENT -> status + ", then nothing more";
      case MALFORMED -> "no HTTP";
      case REFUSED -> "no connection";
    };
  }
}
