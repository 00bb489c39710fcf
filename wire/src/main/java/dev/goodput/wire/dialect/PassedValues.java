package dev.goodput.wire.dialect;

import java.util.Arrays;

/// Strings and numbers of an event that nothing is read from, and which of them differed from the
/// event before. Of more than a few the rest is left out.
final class PassedValues {
  private static final int MOST = 8;

  /// From and to of each in turn, of a string without its quotes; counted from the event's begin.
  private final int[] places = new int[2 * MOST];

  private int count;
  private int varying;

  void clear() {
    count = 0;
  }

  /// Notes a value, unless it is neither string nor number.
  void note(byte[] bytes, int from, int to, int begin) {
    byte first = bytes[from];
    boolean string = first == '"';
    if (count < MOST && (string || first == '-' || (first >= '0' && first <= '9'))) {
      int inside = string ? 1 : 0;
      places[2 * count] = from + inside - begin;
      places[2 * count + 1] = to - inside - begin;
      count++;
    }
  }

  /// Takes over what is noted of the next event; what differs varies from now on.
  ///
  /// @param last the event whose values these are
  /// @param bytes the next one's, from `from` on
  void compare(byte[] last, byte[] bytes, int from, PassedValues next) {
    boolean alike = count == next.count;
    varying = alike ? varying : 0;
    for (int i = 0; i < 2 * count && alike; i += 2) {
      boolean same =
          Arrays.equals(
              last,
              places[i],
              places[i + 1],
              bytes,
              from + next.places[i],
              from + next.places[i + 1]);
      varying |= same ? 0 : 1 << (i / 2);
    }
    count = next.count;
    System.arraycopy(next.places, 0, places, 0, 2 * count);
  }

  /// How many vary.
  int varying() {
    return Integer.bitCount(varying);
  }

  /// Puts the places of those that vary and of the text in their order; returns where the text's
  /// went.
  int put(int[] holes, int textFrom, int textTo) {
    int at = 0;
    int text = -1;
    for (int i = 0; i < 2 * count; i += 2) {
      if (((varying >> (i / 2)) & 1) == 0) {
        continue;
      }
      if (text < 0 && places[i] > textFrom) {
        text = at;
        at += 2;
      }
      holes[at] = places[i];
      holes[at + 1] = places[i + 1];
      at += 2;
    }
    text = text < 0 ? at : text;
    holes[text] = textFrom;
    holes[text + 1] = textTo;
    return text;
  }
}
