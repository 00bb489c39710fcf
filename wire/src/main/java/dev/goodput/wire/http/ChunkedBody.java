package dev.goodput.wire.http;

import org.jspecify.annotations.Nullable;

/// A parser of a chunked body: sizes, extensions, data and trailers, from reads of any size.
final class ChunkedBody {
  private static final int LINE_LIMIT = 64 * 1024;
  private static final int DIGITS_LIMIT = 15;
  private static final int DEFAULT_DIGITS = 8;

  private enum State {
    SIZE,
    EXTENSION,
    DATA,
    DATA_END,
    TRAILER,
    DONE
  }

  private final boolean strict;
  private final Trailers trailers = new Trailers();
  private State state = State.SIZE;
  private long left;
  private int digits;
  private int lineLength;

  /// Whether the previous byte was a CR.
  private boolean returned;

  private @Nullable String problem;

  /// @param strict whether to accept only what the standard allows explicitly
  ChunkedBody(boolean strict) {
    this.strict = strict;
  }

  void reset() {
    state = State.SIZE;
    left = 0;
    digits = 0;
    lineLength = 0;
    returned = false;
    problem = null;
    trailers.forget();
  }

  /// Returns the lines after the last chunk.
  byte[] trailers() {
    return trailers.lines();
  }

  boolean done() {
    return state == State.DONE;
  }

  /// Whether the next byte is the first of a chunk's size.
  boolean between() {
    return state == State.SIZE && digits == 0;
  }

  @Nullable String problem() {
    return problem;
  }

  /// Returns whether these bytes may contain the last chunk; also if that is unknown. It steps from
  /// size to size and skips the data.
  boolean mayEndIn(byte[] bytes, int from, int to) {
    if (!between() && state != State.DATA) {
      return true;
    }
    long at = state == State.DATA ? from + left : from - 2L;
    while (at < to) {
      if (at >= from && !endsLine(bytes, (int) at, to)) {
        return true;
      }
      long next = afterChunk(bytes, (int) at + 2, to);
      if (next < 0) {
        return true;
      }
      at = next;
    }
    return false;
  }

  /// Returns where a chunk's data ends, given the index of its size. Returns a negative number for
  /// the last chunk and for an unusual size line.
  private static long afterChunk(byte[] bytes, int from, int to) {
    long size = 0;
    int at = from;
    while (at < to && at - from < DEFAULT_DIGITS && digit(bytes[at]) >= 0) {
      size = size << 4 | digit(bytes[at]);
      at++;
    }
    if (from >= to) {
      return to;
    }
    return size > 0 && endsLine(bytes, at, to) ? at + 2 + size : -1;
  }

  /// Returns the value of a hexadecimal digit, or -1 for any other byte.
  private static int digit(byte b) {
    if (b >= '0' && b <= '9') {
      return b - '0';
    }
    int small = b | 0x20;
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
  }

  /// Whether a CR LF is at this index, as far as there are bytes.
  private static boolean endsLine(byte[] bytes, int at, int to) {
    return (at >= to || bytes[at] == '\r') && (at + 1 >= to || bytes[at + 1] == '\n');
  }

  /// Parses bytes. Returns where it stopped: at the end of the input or of the body, or at a
  /// problem.
  int feed(byte[] bytes, int from, int to, BodySink handler) {
    int at = from;
    while (at < to && problem == null && state != State.DONE) {
      at =
          switch (state) {
            case SIZE -> size(bytes, at, to);
            case EXTENSION -> strict ? strictly(bytes, at, to) : extension(bytes, at, to);
            case DATA -> data(bytes, at, to, handler);
            case DATA_END -> dataEnd(bytes, at);
            case TRAILER -> trailer(bytes, at, to);
            case DONE -> at;
          };
    }
    return at;
  }

  private int size(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      int digit = digit(bytes[at]);
      if (digit < 0) {
        if (digits == 0) {
          problem = "a chunk has no size";
        }
        state = State.EXTENSION;
        lineLength = 0;
        return at;
      }
      digits = left == 0 ? 1 : digits + 1;
      if (digits > DIGITS_LIMIT) {
        problem = "a chunk size has over " + DIGITS_LIMIT + " digits";
        return at;
      }
      left = left << 4 | digit;
    }
    return to;
  }

  /// Parses an optional extension that starts with a semicolon.
  private int strictly(byte[] bytes, int from, int to) {
    byte first = bytes[from];
    if (lineLength == 0 && first != '\r' && first != ';') {
      problem = "a chunk size has a stray character";
      return from;
    }
    int end = extension(bytes, from, to);
    for (int at = from; at < end && problem == null; at++) {
      boolean lineEnd = bytes[at] == '\r' || bytes[at] == '\n';
      problem =
          lineEnd || !FieldLine.control(bytes[at])
              ? null
              : "an extension of a chunk has a control character";
    }
    return end;
  }

  /// Skips everything between the size and the line's end.
  private int extension(byte[] bytes, int from, int to) {
    byte first = bytes[from];
    if (lineLength == 0 && first != '\r' && first != '\n' && first != ';' && first != ' ') {
      problem = first == '\t' ? null : "a chunk size has a stray character";
    }
    for (int at = from; at < to; at++) {
      if (ends(bytes[at])) {
        state = left == 0 ? State.TRAILER : State.DATA;
        lineLength = 0;
        return at + 1;
      }
    }
    longer(to - from);
    return to;
  }

  /// Whether this byte ends a line. In strict mode only CR LF ends one, and neither may occur
  /// alone.
  private boolean ends(byte b) {
    boolean ends = b == '\n';
    if (strict && ends != returned) {
      problem = "a line of the chunks does not end with CR LF";
    }
    returned = b == '\r';
    return ends;
  }

  private void longer(int by) {
    lineLength += by;
    if (lineLength > LINE_LIMIT) {
      problem = "a chunk's line is over " + LINE_LIMIT + " bytes";
    }
  }

  private int data(byte[] bytes, int from, int to, BodySink handler) {
    int end = (int) Math.min(to, from + left);
    left -= end - from;
    if (left == 0) {
      state = State.DATA_END;
    }
    handler.body(bytes, from, end);
    return end;
  }

  private int dataEnd(byte[] bytes, int at) {
    byte b = bytes[at];
    if (ends(b)) {
      state = State.SIZE;
      digits = 0;
    } else if (b != '\r') {
      problem = "a chunk is longer than its size";
    }
    return at + 1;
  }

  /// Parses the lines after the last chunk, up to a blank one.
  private int trailer(byte[] bytes, int from, int to) {
    for (int at = from; at < to && problem == null; at++) {
      if (!ends(bytes[at])) {
        inTrailer(bytes[at]);
      } else if (trailers.lineIsBlank()) {
        state = State.DONE;
        return at + 1;
      } else {
        endTrailer();
      }
    }
    return to;
  }

  private void inTrailer(byte b) {
    if (b != '\r' && !trailers.add(b)) {
      problem = Trailers.tooMany();
    }
  }

  private void endTrailer() {
    String found = strict && problem == null ? trailers.problem() : problem;
    boolean fits = trailers.endLine();
    problem = found == null && !fits ? Trailers.tooMany() : found;
  }
}
