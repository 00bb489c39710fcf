package dev.goodput.wire.dialect;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// An incremental push parser of one JSON value. It reports strings in parts and buffers none of
/// them, so a body of any size needs a few hundred bytes. (A pull parser buffers each string, and
/// needs the whole body before it starts.)
///
/// Malformed input ends the parse; what was reported before remains valid. Invalid UTF-8 is
/// reported unchanged.
final class JsonPushParser {
  private static final int MAX_DEPTH = 1000;
  private static final int MAX_WORD_LENGTH = 64;

  /// A handler of the value's content. Names and words longer than 64 bytes are truncated.
  interface Handler {
    void begin(boolean object);

    void end();

    void name(String name);

    /// Handles a part of a string, which ends with [#textEnd()].
    void text(byte[] bytes, int from, int to);

    void textEnd();

    /// Handles a number, `true`, `false` or `null`.
    void literal(String word);
  }

  private enum State {
    VALUE,
    AFTER,
    NAME,
    COLON,
    STRING,
    ESCAPE,
    UNICODE,
    LITERAL,
    DONE
  }

  private final Handler handler;
  private final byte[] word = new byte[MAX_WORD_LENGTH];
  private final byte[] escaped = new byte[4];
  private boolean[] objects = new boolean[16];
  private State state = State.VALUE;
  private int depth;
  private int wordLength;
  private boolean inName;
  private int digits;
  private int codeUnit;
  private int highSurrogate;

  JsonPushParser(Handler handler) {
    this.handler = handler;
  }

  /// Parses bytes, which belong to the caller and change after the call.
  void feed(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && state != State.DONE) {
      at =
          switch (state) {
            case STRING -> string(bytes, at, to);
            case LITERAL -> literal(bytes, at, to);
            case ESCAPE -> escape(bytes[at], at);
            case UNICODE -> unicode(bytes[at], at);
            case VALUE, AFTER, NAME, COLON -> structure(bytes[at], at);
            case DONE -> to;
          };
    }
  }

  private int structure(byte b, int at) {
    if (!Json.blank(b)) {
      switch (state) {
        case VALUE -> value(b);
        case AFTER -> after(b);
        case NAME -> name(b);
        case COLON -> state = b == ':' ? State.VALUE : State.DONE;
        case STRING, ESCAPE, UNICODE, LITERAL, DONE -> {
          // These states consume bytes themselves.
        }
      }
    }
    // A literal's first byte is read again as part of it.
    return state == State.LITERAL ? at : at + 1;
  }

  private void value(byte b) {
    switch (b) {
      case '{' -> open(true);
      case '[' -> open(false);
      case ']' -> close(false);
      case '"' -> text(false);
      default -> {
        state = State.LITERAL;
        wordLength = 0;
      }
    }
  }

  private void after(byte b) {
    switch (b) {
      case ',' -> state = objects[depth - 1] ? State.NAME : State.VALUE;
      case '}' -> close(true);
      case ']' -> close(false);
      default -> state = State.DONE;
    }
  }

  private void name(byte b) {
    switch (b) {
      case '"' -> text(true);
      case '}' -> close(true);
      default -> state = State.DONE;
    }
  }

  private void text(boolean name) {
    inName = name;
    wordLength = 0;
    highSurrogate = 0;
    state = State.STRING;
  }

  private void open(boolean object) {
    if (depth == MAX_DEPTH) {
      state = State.DONE;
      return;
    }
    if (depth == objects.length) {
      objects = Arrays.copyOf(objects, depth * 2);
    }
    objects[depth++] = object;
    state = object ? State.NAME : State.VALUE;
    handler.begin(object);
  }

  private void close(boolean object) {
    if (depth == 0 || objects[depth - 1] != object) {
      state = State.DONE;
      return;
    }
    depth--;
    handler.end();
    valueEnded();
  }

  private void valueEnded() {
    state = depth == 0 ? State.DONE : State.AFTER;
  }

  private int string(byte[] bytes, int from, int to) {
    int at = StringEnds.find(bytes, from, to);
    if (at > from) {
      flushLoneSurrogate();
      textPart(bytes, from, at);
    }
    if (at == to) {
      return to;
    }
    if (bytes[at] == '\\') {
      state = State.ESCAPE;
    } else {
      flushLoneSurrogate();
      stringEnded();
    }
    return at + 1;
  }

  private void stringEnded() {
    if (inName) {
      state = State.COLON;
      handler.name(wordText());
    } else {
      handler.textEnd();
      valueEnded();
    }
  }

  private String wordText() {
    return new String(word, 0, wordLength, StandardCharsets.UTF_8);
  }

  private void textPart(byte[] bytes, int from, int to) {
    if (inName) {
      appendToWord(bytes, from, to);
    } else {
      handler.text(bytes, from, to);
    }
  }

  private void appendToWord(byte[] bytes, int from, int to) {
    int more = Math.min(to - from, MAX_WORD_LENGTH - wordLength);
    System.arraycopy(bytes, from, word, wordLength, more);
    wordLength += more;
  }

  private int escape(byte b, int at) {
    state = State.STRING;
    switch (b) {
      case 'u' -> {
        state = State.UNICODE;
        digits = 0;
        codeUnit = 0;
      }
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> {
        flushLoneSurrogate();
        character(JsonText.plain((char) b));
      }
      default -> state = State.DONE;
    }
    return at + 1;
  }

  private int unicode(byte b, int at) {
    int digit = b < 0 ? -1 : Character.digit(b, 16);
    if (digit < 0) {
      state = State.DONE;
      return at;
    }
    codeUnit = codeUnit << 4 | digit;
    if (++digits == 4) {
      state = State.STRING;
      codeUnit((char) codeUnit);
    }
    return at + 1;
  }

  private void codeUnit(char c) {
    if (highSurrogate != 0 && Character.isLowSurrogate(c)) {
      int whole = Character.toCodePoint((char) highSurrogate, c);
      highSurrogate = 0;
      character(whole);
      return;
    }
    flushLoneSurrogate();
    if (Character.isHighSurrogate(c)) {
      highSurrogate = c;
    } else {
      character(Character.isSurrogate(c) ? JsonText.REPLACEMENT : c);
    }
  }

  private void flushLoneSurrogate() {
    if (highSurrogate != 0) {
      highSurrogate = 0;
      character(JsonText.REPLACEMENT);
    }
  }

  private void character(int codePoint) {
    int length = utf8(codePoint, escaped);
    textPart(escaped, 0, length);
  }

  private static int utf8(int c, byte[] into) {
    if (c < 0x80) {
      into[0] = (byte) c;
      return 1;
    }
    int more = c < 0x800 ? 1 : c < 0x1_0000 ? 2 : 3;
    int lead = 0xff00 >> (more + 1);
    into[0] = (byte) (lead | (c >> (6 * more)));
    for (int i = 1; i <= more; i++) {
      int six = (c >> (6 * (more - i))) & 0x3f;
      into[i] = (byte) (0x80 | six);
    }
    return more + 1;
  }

  private int literal(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && isWordByte(bytes[at])) {
      at++;
    }
    appendToWord(bytes, from, at);
    if (at < to) {
      if (wordLength == 0) {
        state = State.DONE;
      } else {
        handler.literal(wordText());
        valueEnded();
      }
    }
    return at;
  }

  private static boolean isWordByte(byte b) {
    boolean word = b >= 0 && Character.isLetterOrDigit(b);
    return word || b == '-' || b == '+' || b == '.';
  }

  /// A search for the end or an escape of a JSON string, eight bytes per step.
  private static final class StringEnds {
    private static final VarHandle LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long QUOTES = '"' * ONES;
    private static final long BACKSLASHES = '\\' * ONES;

    private StringEnds() {}

    /// Returns the index of the first quote or backslash, `to` if there is none.
    static int find(byte[] bytes, int from, int to) {
      int at = from;
      for (; at + 8 <= to; at += 8) {
        long eight = (long) LONGS.get(bytes, at);
        long quote = eight ^ QUOTES;
        long backslash = eight ^ BACKSLASHES;
        long hit = (((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash)) & HIGH_BITS;
        if (hit != 0) {
          return at + (Long.numberOfTrailingZeros(hit) >>> 3);
        }
      }
      while (at < to && bytes[at] != '"' && bytes[at] != '\\') {
        at++;
      }
      return at;
    }
  }
}
