package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import java.util.Arrays;

/// The last usual content event of an answer, with holes where its text was and where values were
/// that nothing is read from and that differ from one event to the next.
///
/// The content events of one answer mostly differ in their text alone, those of some servers in a
/// moment or in padding too. One that equals the template around the holes, with a valid non-empty
/// string for its text and valid values in the others, has the same meaning by construction: a few
/// vectorised comparisons in place of a parse.
public final class ChunkTemplate {
  private static final byte[] NOTHING = new byte[0];
  private static final int LONGEST = 4096;
  private static final int SPARE = 32;

  private final String before;
  private final PassedValues passed = new PassedValues();
  private byte[] last = NOTHING;
  private int length;

  /// The holes in the order of their places: from and to, of a string without its quotes.
  private int[] holes = {0, 0};

  /// Which of the holes is the text.
  private int textHole;

  private int textFrom;
  private int textTo;
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
    if (to - from > LONGEST) {
      length = 0;
      return;
    }
    passed.compare(last, bytes, from, usual.passed());
    if (last.length < to - from) {
      last = new byte[to - from + SPARE];
    }
    length = to - from;
    System.arraycopy(bytes, from, last, 0, length);
    dig(usual.textFrom() - from, usual.textTo() - from);
    looked = false;
    channel = usual.channel();
  }

  private void dig(int from, int to) {
    int count = 1 + passed.varying();
    if (holes.length != 2 * count) {
      holes = new int[2 * count];
    }
    textHole = passed.put(holes, from, to);
  }

  /// Where a chunk that begins at `from` ends, if it is the remembered one with other values in the
  /// holes; -1 where it is anything else, or one of them holds the end of a line.
  public int end(byte[] bytes, int from, int to) {
    int at = from;
    int known = 0;
    for (int hole = 0; hole < holes.length && at >= 0; hole += 2) {
      int begin = alike(bytes, at, to, known, holes[hole]);
      at = begin < 0 ? begin : behind(bytes, begin, to, hole);
      known = holes[hole + 1];
    }
    return at < 0 || length == 0 ? JsonScan.BAD : alike(bytes, at, to, known, length);
  }

  /// Behind what equals a part of the remembered chunk.
  private int alike(byte[] bytes, int from, int to, int known, int knownTo) {
    int end = from + knownTo - known;
    return end <= to && Arrays.equals(bytes, from, end, last, known, knownTo) ? end : JsonScan.BAD;
  }

  private int behind(byte[] bytes, int from, int to, int hole) {
    if (hole == textHole) {
      textFrom = from;
      textTo = stringEnd(bytes, from, to);
      return textTo > from ? textTo : JsonScan.BAD;
    }
    boolean string = last[holes[hole] - 1] == '"';
    if (string || from == to) {
      return string ? stringEnd(bytes, from, to) : JsonScan.BAD;
    }
    return JsonScan.number(bytes, from, to);
  }

  /// Where the closing quote is.
  private static int stringEnd(byte[] bytes, int from, int to) {
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

  /// Whether the remembered chunk holds no end of a line. One that does was joined of several lines
  /// of an event, and what equals it need not be an event as it came.
  public boolean onOneLine() {
    if (!looked) {
      looked = true;
      oneLine = true;
      for (int i = 0; i < length; i++) {
        oneLine &= last[i] != '\n' && last[i] != '\r';
      }
    }
    return oneLine;
  }

  /// The channel of the remembered chunk.
  public Channel channel() {
    return channel;
  }

  /// Where the text of the chunk begins that matched last.
  int textFrom() {
    return textFrom;
  }

  /// Where the text of the chunk ends that matched last.
  int textTo() {
    return textTo;
  }
}
