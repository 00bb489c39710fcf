package dev.goodput.wire.answer;

import dev.goodput.wire.dialect.ChunkTemplate;
import org.jspecify.annotations.Nullable;

/// The fast path of a stream: it handles reads of whole HTTP chunks that contain only whole events,
/// each of which differs from an earlier event only in its text.
///
/// Such reads make up most of an answer, and parsing one through HTTP, events and JSON leaves every
/// parser in the state it was in, so logging the content is enough. With a thousand streams, each
/// object that a read touches is a cache miss; the fast path touches a third of them. Anything that
/// differs is parsed in full, from the start of its HTTP chunk.
public final class RepeatedEventMatcher {
  private static final int CLOSED = -1;
  private static final int SIZE_DIGITS = 6;

  /// The bytes after the JSON of an event. Other line ends are parsed in full.
  private static final String BLANK_LINE = "\n\n";

  private final @Nullable ChunkTemplate template;
  private final AnswerLog log;
  private boolean open;
  private int events;

  /// @param template template to compare events with, null if each must be parsed
  RepeatedEventMatcher(@Nullable ChunkTemplate template, AnswerLog log) {
    this.template = template;
    this.log = log;
  }

  /// Opens or closes the lane after a read was fully parsed.
  ///
  /// @param expectsEvent whether the next byte is the first of an HTTP chunk, if the body is
  ///   chunked, and the next byte of the body is the first of an event
  void open(boolean expectsEvent) {
    open = expectsEvent;
  }

  /// Handles as many of a read's first chunks as match. Returns where the rest starts.
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

  /// Does the same for a body without HTTP chunks: handles the first events of a read.
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

  /// Returns how many content events of the last read were handled here.
  public int events() {
    return events;
  }

  /// Returns the index after an HTTP chunk, [#CLOSED] if it is not complete or not typical.
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

  /// Returns the index after an event, [#CLOSED] if it is not typical.
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
