package dev.goodput.lab.hop;

import dev.goodput.wire.answer.AnswerLog;
import dev.goodput.wire.answer.AnswerReader;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.http.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// An answer as its bytes came.
///
/// @param ending how it ended
/// @param status of its head, 0 where none came
/// @param server who says to have answered: the headers `server` and `via`; empty where none does
/// @param contentType its media type, empty where none was named
/// @param body without HTTP's framing, a character for each byte
/// @param pieces how much of the body was there after each read that brought some
/// @param seconds from the first byte asked to the end
/// @param wire all of it, as it came, a character for each byte
record RawAnswer(
    Ending ending,
    int status,
    String server,
    String contentType,
    String body,
    List<Piece> pieces,
    double seconds,
    String wire) {
  private static final String HEAD_END = "\r\n\r\n";

  /// How an answer ended.
  enum Ending {
    /// Framed, and complete.
    WHOLE,
    /// Not framed: it ends where the connection does, and nobody can tell a cut from an end.
    UNFRAMED,
    /// The connection was ended before the body was (FIN).
    CUT,
    /// The connection was reset before the body's end (RST).
    RESET,
    /// Nothing came any more.
    SILENT,
    /// What came was no HTTP.
    MALFORMED,
    /// Nobody took the connection.
    REFUSED
  }

  /// A read.
  ///
  /// @param nanos when
  /// @param bodyBytes how much of the body was there then
  record Piece(long nanos, int bodyBytes) {}

  /// Whether a client takes it for a whole answer.
  boolean looksWhole() {
    return ending == Ending.WHOLE || ending == Ending.UNFRAMED;
  }

  /// Whether its status says that all is well.
  boolean successful() {
    return status / 100 == 2;
  }

  boolean done() {
    return text().contains("data: [DONE]") || text().contains("data:[DONE]");
  }

  /// What was said in an answer.
  ///
  /// @param characters of its text
  /// @param pieces that brought some: an event without text is the server's to send and, to who
  ///   reads along, nobody's to miss
  record Said(int characters, List<Piece> pieces) {
    private static final Said NOTHING = new Said(0, List.of());
  }

  /// What was said in it in any channel, whatever it is wrapped in.
  Said said(Dialect dialect) {
    int end = wire.indexOf(HEAD_END) + HEAD_END.length();
    ResponseHead head = ResponseHead.of(bytes(wire.substring(0, end)));
    if (head == null) {
      return Said.NOTHING;
    }
    AnswerLog log = new AnswerLog(true);
    AnswerReader reader = new AnswerReader(true, log, sink -> dialect.newParser(sink, true));
    reader.at(0);
    reader.head(head);
    List<Piece> telling = new ArrayList<>();
    byte[] all = bytes(body);
    int from = 0;
    int before = 0;
    for (Piece piece : pieces) {
      reader.body(all, from, piece.bodyBytes());
      from = piece.bodyBytes();
      if (characters(log) > before) {
        before = characters(log);
        telling.add(piece);
      }
    }
    reader.end();
    reader.leave();
    if (characters(log) > before) {
      telling.add(pieces.getLast()); // told at its end only, as an answer that is no stream is
    }
    return new Said(characters(log), telling);
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

  /// What a client sees of it, in a few words.
  String words() {
    String status = this.status == 0 ? "no answer" : "status " + this.status;
    return switch (ending) {
      case WHOLE -> status + ", a whole answer";
      case UNFRAMED -> status + ", ended with the connection";
      case CUT -> status + ", cut (FIN)";
      case RESET -> status + ", reset (RST)";
      case SILENT -> status + ", then silence";
      case MALFORMED -> "no HTTP";
      case REFUSED -> "no connection";
    };
  }
}
