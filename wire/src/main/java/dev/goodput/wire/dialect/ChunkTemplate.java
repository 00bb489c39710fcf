package dev.goodput.wire.dialect;

import dev.goodput.record.Channel;
import java.util.Arrays;

/// The last typical content event of an answer, with holes for its text and for unused values that
/// differ between events.
///
/// The content events of an answer mostly differ only in their text, with some servers also in a
/// timestamp or padding. An event that matches the template outside the holes, with a valid
/// non-empty string as its text and valid values in the other holes, has the same meaning. So a few
/// vectorized comparisons replace a parse.
public final class ChunkTemplate {
  private static final byte[] NOTHING = new byte[0];
  private static final int LONGEST = 4096;
  private static final int SPARE = 32;

  private final String before;
  private final UnusedValues passed = new UnusedValues();
  private byte[] last = NOTHING;
  private int length;

  /// The holes in order: start and end of each, without the quotes of a string.
  private int[] holes = {0, 0};

  /// The index of the hole with the text.
  private int textHole;

  private int textFrom;
  private int textTo;
  private boolean looked;
  private boolean oneLine;
  private Channel channel = Channel.ANSWER;

  /// @param before bytes before the JSON of a typical event, from the event's first byte
  ChunkTemplate(String before) {
    this.before = before;
  }

  /// Returns the bytes before the JSON of a typical event, from the event's first byte: the name of
  /// the field, and the event's type if the dialect has types.
  public String before() {
    return before;
  }

  /// Stores a typical event as the template.
  void learn(byte[] bytes, int from, int to, EventScanner usual) {
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
    setHoles(usual.textFrom() - from, usual.textTo() - from);
    looked = false;
    channel = usual.channel();
  }

  private void setHoles(int from, int to) {
    int count = 1 + passed.varying();
    if (holes.length != 2 * count) {
      holes = new int[2 * count];
    }
    textHole = passed.put(holes, from, to);
  }

  /// Returns where a chunk that starts at `from` ends if it matches the template with other values
  /// in the holes. Returns -1 if it does not match or a value contains a line end.
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

  /// Returns the index after bytes that equal a part of the template.
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

  /// Returns the index of the closing quote.
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

  /// Whether the template contains no line end. An event with a line end was joined from several
  /// lines, so bytes that equal it need not be an event.
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

  /// Returns the channel of the template.
  public Channel channel() {
    return channel;
  }

  /// Returns where the text of the last matching chunk starts.
  int textFrom() {
    return textFrom;
  }

  /// Returns where the text of the last matching chunk ends.
  int textTo() {
    return textTo;
  }
}
