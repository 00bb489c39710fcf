package dev.goodput.app.gateway.config;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sizes as people type them: `65536`, `64KiB`, `256MiB`, `1.5GiB`.
final class Sizes {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?) ?([KMGT]iB|B)?");
  private static final String UNITS = "KMGT";

  private Sizes() {}

  /// Bytes; empty where it is no size.
  static OptionalLong parse(String text) {
    Matcher size = SIZE.matcher(text.strip());
    if (!size.matches()) {
      return OptionalLong.empty();
    }
    String unit = size.group(2);
    int power = unit == null ? 0 : UNITS.indexOf(unit.charAt(0)) + 1;
    double bytes = Double.parseDouble(size.group(1)) * Math.scalb(1.0, 10 * power);
    boolean whole = bytes == Math.rint(bytes) && bytes < Math.scalb(1.0, 53);
    return whole ? OptionalLong.of((long) bytes) : OptionalLong.empty();
  }

  /// The largest unit that gives a whole number.
  static String format(long bytes) {
    long left = bytes;
    int power = 0;
    while (left > 0 && left % 1024 == 0 && power < UNITS.length()) {
      left /= 1024;
      power++;
    }
    return power == 0 ? Long.toString(left) : left + "" + UNITS.charAt(power - 1) + "iB";
  }
}
