package dev.goodput.wire.http;

/// Header lines of answers, of which old servers send what two readers take for two different
/// things: put right as whoever hands them on must (RFC 9112 §2.2, §5.1 and §5.2).
final class AnswerLines {
  private AnswerLines() {}

  /// Changes a head in its place: a line that goes on in the next one becomes one line, a name
  /// stands right before its colon, and a lone return or a NUL is a blank.
  static byte[] tidied(byte[] head) {
    for (int at = 0; at + 1 < head.length; at++) {
      if (head[at] == 0 || (head[at] == '\r' && head[at + 1] != '\n')) {
        head[at] = ' ';
      } else if (head[at] == '\n' && FieldLine.blank(head[at + 1])) {
        head[at] = ' ';
        head[at - 1] = head[at - 1] == '\r' ? (byte) ' ' : head[at - 1];
      }
    }
    boolean first = true;
    for (int line = 0; line < head.length; line = behindLine(head, line)) {
      if (!first) {
        closeUp(head, line);
      }
      first = false;
    }
    return head;
  }

  private static int behindLine(byte[] head, int line) {
    int at = line;
    while (at < head.length && head[at] != '\n') {
      at++;
    }
    return at + 1;
  }

  /// Has the colon change places with the first of the blanks before it.
  private static void closeUp(byte[] head, int line) {
    int colon = line;
    while (colon < head.length && head[colon] != ':' && head[colon] != '\n') {
      colon++;
    }
    int name = colon;
    while (name > line && FieldLine.blank(head[name - 1])) {
      name--;
    }
    if (colon < head.length && head[colon] == ':' && name < colon && name > line) {
      head[name] = ':';
      head[colon] = ' ';
    }
  }
}
