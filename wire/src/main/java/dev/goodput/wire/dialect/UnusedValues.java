package dev.goodput.wire.dialect;

import java.util.Arrays;

/// The unused strings and numbers of an event, and which of them differed from the previous event.
/// Only the first few are tracked.
final class UnusedValues {
  private static final int MAX_VALUES = 8;

  /// The start and end of each value in turn, without the quotes of a string, relative to the
  /// event's start.
  private final int[] ranges = new int[2 * MAX_VALUES];

  private int count;
  private int varying;

  void clear() {
    count = 0;
  }

  /// Adds a value if it is a string or a number.
  void add(byte[] bytes, int from, int to, int eventStart) {
    byte first = bytes[from];
    boolean string = first == '"';
    if (count < MAX_VALUES && (string || first == '-' || (first >= '0' && first <= '9'))) {
      int inside = string ? 1 : 0;
      ranges[2 * count] = from + inside - eventStart;
      ranges[2 * count + 1] = to - inside - eventStart;
      count++;
    }
  }

  /// Replaces the values with those of the next event. A value that differs counts as varying from
  /// now on.
  ///
  /// @param last event that the current values belong to
  /// @param bytes bytes that contain the next event, starting at `from`
  void compare(byte[] last, byte[] bytes, int from, UnusedValues next) {
    boolean comparable = count == next.count;
    varying = comparable ? varying : 0;
    for (int i = 0; i < 2 * count && comparable; i += 2) {
      boolean same =
          Arrays.equals(
              last,
              ranges[i],
              ranges[i + 1],
              bytes,
              from + next.ranges[i],
              from + next.ranges[i + 1]);
      varying |= same ? 0 : 1 << (i / 2);
    }
    count = next.count;
    System.arraycopy(next.ranges, 0, ranges, 0, 2 * count);
  }

  /// Returns how many values vary.
  int varying() {
    return Integer.bitCount(varying);
  }

  /// Writes the ranges of the varying values and of the text in order. Returns the index of the
  /// text's place.
  int writeHoles(int[] holes, int textFrom, int textTo) {
    int at = 0;
    int text = -1;
    for (int i = 0; i < 2 * count; i += 2) {
      if (((varying >> (i / 2)) & 1) == 0) {
        continue;
      }
      if (text < 0 && ranges[i] > textFrom) {
        text = at;
        at += 2;
      }
      holes[at] = ranges[i];
      holes[at + 1] = ranges[i + 1];
      at += 2;
    }
    text = text < 0 ? at : text;
    holes[text] = textFrom;
    holes[text + 1] = textTo;
    return text;
  }
}
