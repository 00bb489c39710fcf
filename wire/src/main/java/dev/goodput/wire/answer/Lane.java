package dev.goodput.wire.answer;

import dev.goodput.wire.dialect.ChunkTemplate;
import org.jspecify.annotations.Nullable;

/// The fast lane of a stream: takes in reads of whole HTTP chunks that hold nothing but whole
/// events, each of which differs from an event before in its text alone.
///
/// Such reads are all there is for most of an answer, and for each of them the way through HTTP,
/// events and JSON leaves every part where it was: it is enough to log the content. With a thousand
/// streams each object that a read touches is a cache miss; this touches a third of them. What is
/// the least bit different goes the long way, from the begin of its HTTP chunk.
public final class Lane {
  private static final int CLOSED = -1;
  private static final int SIZE_DIGITS = 6;

  /// What stands behind the JSON of an event. Other spellings go the long way.
  private static final String BLANK_LINE = "\n\n";

  private final @Nullable ChunkTemplate template;
  private final AnswerLog log;
  private boolean open;
  private int events;

  /// @param template what events are held against, null where each has to be parsed
  Lane(@Nullable ChunkTemplate template, AnswerLog log) {
    this.template = template;
    this.log = log;
  }

  /// After the long way was gone.
  ///
  /// @param expectsEvent whether the next byte is the first of an HTTP chunk, where there are any,
  ///   and the body's next the first of an event
  void open(boolean expectsEvent) {
    open = expectsEvent;
  }

  /// Takes in the first chunks of a read, as many as fit; returns where the rest begins.
  public int take(byte[] bytes, int to, long stamp) {
    ChunkTemplate like = template;
    events = 0;
    if (!open || like == null) {
      return 0;
    }
    int at = 0;
    for (int next = chunk(like, bytes, 0, to); next > 0; next = chunk(like, bytes, at, to)) {
      at = next;
    }
    if (events > 0) {
      log.again(like.channel(), events, stamp);
    }
    return at;
  }

  /// The same of a body that is not in HTTP chunks: takes in the first events of a piece.
  public int takeEvents(byte[] bytes, int to, long stamp) {
    ChunkTemplate like = template;
    events = 0;
    if (!open || like == null || !like.onOneLine()) {
      return 0;
    }
    int at = 0;
    for (int next = event(like, bytes, 0, to); next > 0; next = event(like, bytes, at, to)) {
      at = next;
      events++;
    }
    if (events > 0) {
      log.again(like.channel(), events, stamp);
    }
    return at;
  }

  /// How many content events the last read held that came this way.
  public int events() {
    return events;
  }

  /// Behind an HTTP chunk, [#CLOSED] where it is not whole or not usual.
  private int chunk(ChunkTemplate like, byte[] bytes, int from, int to) {
    int sizeEnd = from;
    int size = 0;
    int most = Math.min(to, from + SIZE_DIGITS);
    for (int digit; sizeEnd < most && (digit = hex(bytes[sizeEnd])) >= 0; sizeEnd++) {
      size = size << 4 | digit;
    }
    int begin = sizeEnd + 2;
    int end = begin + size;
    boolean whole = sizeEnd > from && end + 2 <= to;
    if (!whole || !lineEnd(bytes, sizeEnd) || !lineEnd(bytes, end)) {
      return CLOSED;
    }
    int found = 0;
    for (int at = begin; at < end; found++) {
      at = event(like, bytes, at, end);
      if (at < 0) {
        return CLOSED;
      }
    }
    if (found == 0 || !like.onOneLine()) {
      return CLOSED;
    }
    events += found;
    return end + 2;
  }

  private static int hex(byte b) {
    return b < 0 ? -1 : Character.digit(b, 16);
  }

  private static boolean lineEnd(byte[] bytes, int at) {
    return bytes[at] == '\r' && bytes[at + 1] == '\n';
  }

  /// Behind an event, [#CLOSED] where it is not usual.
  private static int event(ChunkTemplate like, byte[] bytes, int from, int to) {
    String before = like.before();
    if (!stands(before, bytes, from, to)) {
      return CLOSED;
    }
    int end = like.end(bytes, from + before.length(), to);
    return end >= 0 && stands(BLANK_LINE, bytes, end, to) ? end + BLANK_LINE.length() : CLOSED;
  }

  private static boolean stands(String words, byte[] bytes, int at, int to) {
    int length = words.length();
    if (at + length > to) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (bytes[at + i] != words.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
