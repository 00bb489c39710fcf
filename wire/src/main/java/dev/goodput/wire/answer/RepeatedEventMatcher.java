package dev.goodput.wire.answer;

import dev.goodput.wire.dialect.ChunkTemplate;
import org.jspecify.annotations.Nullable;

/// The fast path of a stream. It handles reads of whole HTTP chunks that contain only whole events,
/// each of which differs from an earlier event only in its text.
///
/// Most reads are of this kind. Parsing one would leave the parsers of HTTP, events and JSON in the
/// state they were in, so it is enough to log the content. With a thousand streams, each object
/// that a read touches is a cache miss; the fast path touches a third of them. Anything else is
/// parsed in full, from the start of its HTTP chunk.
public final class RepeatedEventMatcher {
  private static final int NO_MATCH = -1;
  private static final int SIZE_DIGITS = 6;

  /// The bytes after the JSON of an event. Other line ends are parsed in full.
  private static final String BLANK_LINE = "\n\n";

  private final @Nullable ChunkTemplate template;
  private final AnswerLog log;
  private boolean enabled;
  private int events;

  /// @param template template to compare events with, null if each must be parsed
  RepeatedEventMatcher(@Nullable ChunkTemplate template, AnswerLog log) {
    this.template = template;
    this.log = log;
  }

  /// Sets, after a read was fully parsed, whether the next read may be matched.
  ///
  /// @param expectsEvent whether the next byte is the first of an HTTP chunk, if the body is
  ///   chunked, and the next byte of the body is the first of an event
  void setEnabled(boolean expectsEvent) {
    enabled = expectsEvent;
  }

  /// Logs the first HTTP chunks of a read as long as they match. Returns where the rest starts.
  public int matchChunks(byte[] bytes, int to, long stamp) {
    ChunkTemplate expected = template;
    events = 0;
    if (!enabled || expected == null) {
      return 0;
    }
    int at = 0;
    for (int next = chunk(expected, bytes, 0, to);
        next > 0;
        next = chunk(expected, bytes, at, to)) {
      at = next;
    }
    if (events > 0) {
      log.addRepeated(expected.channel(), events, stamp);
    }
    return at;
  }

  /// Logs the first events of a read of a body without HTTP chunks, as long as they match. Returns
  /// where the rest starts.
  public int matchEvents(byte[] bytes, int to, long stamp) {
    ChunkTemplate expected = template;
    events = 0;
    if (!enabled || expected == null || !expected.onOneLine()) {
      return 0;
    }
    int at = 0;
    for (int next = event(expected, bytes, 0, to);
        next > 0;
        next = event(expected, bytes, at, to)) {
      at = next;
      events++;
    }
    if (events > 0) {
      log.addRepeated(expected.channel(), events, stamp);
    }
    return at;
  }

  /// Returns the number of content events that matched in the last read.
  public int matchedEvents() {
    return events;
  }

  /// Returns the index after an HTTP chunk, [#NO_MATCH] if it is not complete or not typical.
  private int chunk(ChunkTemplate expected, byte[] bytes, int from, int to) {
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
      return NO_MATCH;
    }
    int found = 0;
    for (int at = begin; at < end; found++) {
      at = event(expected, bytes, at, end);
      if (at < 0) {
        return NO_MATCH;
      }
    }
    if (found == 0 || !expected.onOneLine()) {
      return NO_MATCH;
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

  /// Returns the index after an event, [#NO_MATCH] if it is not typical.
  private static int event(ChunkTemplate expected, byte[] bytes, int from, int to) {
    String before = expected.before();
    if (!matches(before, bytes, from, to)) {
      return NO_MATCH;
    }
    int end = expected.end(bytes, from + before.length(), to);
    return end >= 0 && matches(BLANK_LINE, bytes, end, to) ? end + BLANK_LINE.length() : NO_MATCH;
  }

  private static boolean matches(String words, byte[] bytes, int at, int to) {
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
