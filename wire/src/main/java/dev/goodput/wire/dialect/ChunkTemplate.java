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
  private static final int MAX_LENGTH = 4096;
  private static final int SPARE = 32;

  private final String before;
  private final UnusedValues unused = new UnusedValues();
  private byte[] last = NOTHING;
  private int length;

  /// The holes in order: start and end of each, without the quotes of a string.
  private int[] holes = {0, 0};

  /// The index of the hole with the text.
  private int textHole;

  private int textFrom;
  private int textTo;
  private boolean lineEndsChecked;
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
  void learn(byte[] bytes, int from, int to, EventScanner scanner) {
    if (to - from > MAX_LENGTH) {
      length = 0;
      return;
    }
    unused.compare(last, bytes, from, scanner.unused());
    if (last.length < to - from) {
      last = new byte[to - from + SPARE];
    }
    length = to - from;
    System.arraycopy(bytes, from, last, 0, length);
    setHoles(scanner.textFrom() - from, scanner.textTo() - from);
    lineEndsChecked = false;
    channel = scanner.channel();
  }

  private void setHoles(int from, int to) {
    int count = 1 + unused.varying();
    if (holes.length != 2 * count) {
      holes = new int[2 * count];
    }
    textHole = unused.writeHoles(holes, from, to);
  }

  /// Returns where a chunk that starts at `from` ends if it matches the template with other values
  /// in the holes. Returns -1 if it does not match or a value contains a line end.
  public int end(byte[] bytes, int from, int to) {
    int at = from;
    int templateAt = 0;
    for (int hole = 0; hole < holes.length && at >= 0; hole += 2) {
      int begin = matchEnd(bytes, at, to, templateAt, holes[hole]);
      at = begin < 0 ? begin : valueEnd(bytes, begin, to, hole);
      templateAt = holes[hole + 1];
    }
    return at < 0 || length == 0 ? JsonScan.INVALID : matchEnd(bytes, at, to, templateAt, length);
  }

  /// Returns the index after bytes that equal a part of the template.
  private int matchEnd(byte[] bytes, int from, int to, int templateAt, int templateTo) {
    int end = from + templateTo - templateAt;
    return end <= to && Arrays.equals(bytes, from, end, last, templateAt, templateTo)
        ? end
        : JsonScan.INVALID;
  }

  private int valueEnd(byte[] bytes, int from, int to, int hole) {
    if (hole == textHole) {
      textFrom = from;
      textTo = stringEnd(bytes, from, to);
      return textTo > from ? textTo : JsonScan.INVALID;
    }
    boolean string = last[holes[hole] - 1] == '"';
    if (string || from == to) {
      return string ? stringEnd(bytes, from, to) : JsonScan.INVALID;
    }
    return JsonScan.number(bytes, from, to);
  }

  /// Returns the index of the closing quote.
  private static int stringEnd(byte[] bytes, int from, int to) {
    int at = from;
    while (at >= 0 && at < to && bytes[at] != '"') {
      byte b = bytes[at];
      if (b == '\n' || b == '\r') {
        return JsonScan.INVALID;
      }
      at = b == '\\' ? JsonScan.escape(bytes, at, to) : at + 1;
    }
    return at;
  }

  /// Whether the template contains no line end. An event with a line end was joined from several
  /// lines, so bytes that equal it need not be an event.
  public boolean onOneLine() {
    if (!lineEndsChecked) {
      lineEndsChecked = true;
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
