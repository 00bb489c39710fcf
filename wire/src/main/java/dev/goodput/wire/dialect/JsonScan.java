package dev.goodput.wire.dialect;

/// A JSON scanner on bytes that builds nothing. Each method takes the index where a value starts
/// and returns the index after it, or [#INVALID] if the bytes are not plainly valid; then the full
/// parser decides. It is strict on purpose, so that the full parser accepts everything it accepts.
final class JsonScan {
  /// The value is invalid, or of a form that only the full parser reads.
  static final int INVALID = -1;

  private static final int MAX_DEPTH = 32;

  private JsonScan() {}

  /// Returns the index after the closing quote of a string whose opening quote is at `at`.
  static int string(byte[] bytes, int at, int to) {
    int i = at + 1;
    while (i < to) {
      byte b = bytes[i];
      if (b == '"') {
        return i + 1;
      }
      i = b == '\\' ? escape(bytes, i, to) : i + 1;
      if (i < 0) {
        return INVALID;
      }
    }
    return INVALID;
  }

  /// Returns the index after the escape that starts at `at`.
  static int escape(byte[] bytes, int at, int to) {
    if (at + 1 >= to) {
      return INVALID;
    }
    return switch (bytes[at + 1]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 2;
      case 'u' -> at + 6 <= to && hex(bytes, at + 2) >= 0 ? at + 6 : INVALID;
      default -> INVALID;
    };
  }

  /// Returns the value of four hexadecimal digits, -1 if they are not valid.
  static int hex(byte[] bytes, int at) {
    int value = 0;
    for (int i = at; i < at + 4; i++) {
      int digit = bytes[i] < 0 ? -1 : Character.digit(bytes[i], 16);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  /// Returns the index after any value.
  static int value(byte[] bytes, int at, int to, int depth) {
    if (at >= to || depth > MAX_DEPTH) {
      return INVALID;
    }
    return switch (bytes[at]) {
      case '"' -> string(bytes, at, to);
      case '{' -> object(bytes, at, to, depth + 1);
      case '[' -> array(bytes, at, to, depth + 1);
      case 'n' -> literal(bytes, at, to, "null");
      case 't' -> literal(bytes, at, to, "true");
      case 'f' -> literal(bytes, at, to, "false");
      default -> number(bytes, at, to);
    };
  }

  /// Returns the index after a literal word.
  static int literal(byte[] bytes, int at, int to, String word) {
    int end = at + word.length();
    if (end > to) {
      return INVALID;
    }
    for (int i = 0; i < word.length(); i++) {
      if (bytes[at + i] != word.charAt(i)) {
        return INVALID;
      }
    }
    return end;
  }

  /// Returns the index after an integer of up to 18 digits; other numbers are left to the full
  /// parser.
  static int number(byte[] bytes, int at, int to) {
    int first = bytes[at] == '-' ? at + 1 : at;
    int i = first;
    while (i < to && bytes[i] >= '0' && bytes[i] <= '9') {
      i++;
    }
    int digits = i - first;
    boolean plain = digits > 0 && digits <= 18 && (digits == 1 || bytes[first] != '0');
    return plain && i < to && endsValue(bytes[i]) ? i : INVALID;
  }

  private static boolean endsValue(byte b) {
    return b == ',' || b == '}' || b == ']' || Json.blank(b);
  }

  private static int object(byte[] bytes, int at, int to, int depth) {
    int i = Json.skipBlanks(bytes, at + 1, to);
    if (i < to && bytes[i] == '}') {
      return i + 1;
    }
    while (i >= 0 && i < to && bytes[i] == '"') {
      i = memberValue(bytes, string(bytes, i, to), to);
      if (i < 0) {
        return INVALID;
      }
      i = nextNonBlank(bytes, value(bytes, i, to, depth), to);
      if (i < 0 || bytes[i] == '}') {
        return i < 0 ? INVALID : i + 1;
      }
      i = nextElement(bytes, i, to);
    }
    return INVALID;
  }

  private static int array(byte[] bytes, int at, int to, int depth) {
    int i = Json.skipBlanks(bytes, at + 1, to);
    if (i < to && bytes[i] == ']') {
      return i + 1;
    }
    while (i >= 0 && i < to) {
      i = nextNonBlank(bytes, value(bytes, i, to, depth), to);
      if (i < 0 || bytes[i] == ']') {
        return i < 0 ? INVALID : i + 1;
      }
      i = nextElement(bytes, i, to);
    }
    return INVALID;
  }

  /// Returns where the value of a member starts; `at` is the index after its name.
  static int memberValue(byte[] bytes, int at, int to) {
    int i = nextNonBlank(bytes, at, to);
    if (i < 0 || bytes[i] != ':') {
      return INVALID;
    }
    return nextNonBlank(bytes, i + 1, to);
  }

  /// Returns where the next element starts after a comma at `at`.
  static int nextElement(byte[] bytes, int at, int to) {
    return bytes[at] == ',' ? nextNonBlank(bytes, at + 1, to) : INVALID;
  }

  /// Returns the index of the next non-blank byte, [#INVALID] if there is none or `at` is
  /// [#INVALID].
  static int nextNonBlank(byte[] bytes, int at, int to) {
    if (at < 0) {
      return INVALID;
    }
    int i = Json.skipBlanks(bytes, at, to);
    return i < to ? i : INVALID;
  }
}
