package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import java.util.Arrays;

/// The last usual content event of an answer, with a hole where its text was.
///
/// The content events of one answer mostly differ in their text alone. One that equals the template
/// before and behind the hole, with a valid non-empty string in between, has the same meaning by
/// construction: two vectorised comparisons in place of a parse.
public final class ChunkTemplate {
  private static final byte[] NOTHING = new byte[0];
  private static final int LONGEST = 4096;

  private final String before;
  private byte[] around = NOTHING;
  private int hole;
  private boolean looked;
  private boolean oneLine;
  private Channel channel = Channel.ANSWER;

  /// @param before what stands before the JSON of a usual event, from the event's first byte
  ChunkTemplate(String before) {
    this.before = before;
  }

  /// What stands before the JSON of a usual event, from the event's first byte: the name of the
  /// field, and the event's type where the dialect has types.
  public String before() {
    return before;
  }

  /// Remembers a usual event.
  void learn(byte[] bytes, int from, int to, UsualScan usual) {
    int front = usual.textFrom() - from;
    int behind = to - usual.textTo();
    if (front + behind > LONGEST) {
      around = NOTHING;
      return;
    }
    if (around.length != front + behind) {
      around = new byte[front + behind];
    }
    System.arraycopy(bytes, from, around, 0, front);
    System.arraycopy(bytes, usual.textTo(), around, front, behind);
    looked = false;
    hole = front;
    channel = usual.channel();
  }

  /// Where a chunk that begins at `from` ends, if it is the remembered one with another text; -1
  /// where it is anything else, or its text holds the end of a line.
  public int end(byte[] bytes, int from, int to) {
    int textFrom = from + hole;
    if (around.length == 0
        || textFrom >= to
        || !Arrays.equals(bytes, from, textFrom, around, 0, hole)) {
      return JsonScan.BAD;
    }
    int textTo = textEnd(bytes, textFrom, to);
    int end = textTo + around.length - hole;
    return textTo > textFrom
            && end <= to
            && Arrays.equals(bytes, textTo, end, around, hole, around.length)
        ? end
        : JsonScan.BAD;
  }

  /// Where the closing quote is.
  private static int textEnd(byte[] bytes, int from, int to) {
    int at = from;
    while (at >= 0 && at < to && bytes[at] != '"') {
      byte b = bytes[at];
      if (b == '\n' || b == '\r') {
        return JsonScan.BAD;
      }
      at = b == '\\' ? JsonScan.escape(bytes, at, to) : at + 1;
    }
    return at;
  }

  /// Whether the remembered chunk holds no end of a line around its text. One that does was joined
  /// of several lines of an event, and what equals it need not be an event as it came.
  public boolean onOneLine() {
    if (!looked) {
      looked = true;
      oneLine = true;
      for (byte b : around) {
        oneLine &= b != '\n' && b != '\r';
      }
    }
    return oneLine;
  }

  /// The channel of the remembered chunk.
  public Channel channel() {
    return channel;
  }

  /// Where the text begins in a chunk that matched.
  int textFrom(int from) {
    return from + hole;
  }

  /// Where the text ends in a chunk that matched.
  int textTo(int to) {
    return to - (around.length - hole);
  }
}
