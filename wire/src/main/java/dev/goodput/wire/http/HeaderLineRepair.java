package dev.goodput.wire.http;

/// Repairs of header lines in responses. Old servers send lines that two readers could understand
/// differently, and a proxy must fix them (RFC 9112 §2.2, §5.1 and §5.2).
final class HeaderLineRepair {
  private HeaderLineRepair() {}

  /// Repairs a head in place: folded lines are joined, blanks between a name and its colon are
  /// moved, and a bare CR or a NUL becomes a blank.
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
        moveColon(head, line);
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

  /// Swaps the colon with the first of the blanks before it.
  private static void moveColon(byte[] head, int line) {
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
