package dev.goodput.record.words;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations, shares and sizes as people type them.
public final class Quantities {
  private static final Pattern TIME = Pattern.compile("\\G(\\d+(?:\\.\\d+)?)(ms|s|m|h)");

  private static final Pattern SHARE =
      Pattern.compile("((?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE]-?\\d{1,3})?) ?(%?)");

  private static final Pattern SIZE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?) ?([KMGT]iB|B)?");
  private static final String SIZE_UNITS = "KMGT";

  /// A year: what is beyond it cannot be meant, and would not fit a clock's arithmetic.
  private static final double LONGEST_NANOS = 8760 * 3600e9;

  private Quantities() {}

  /// Reads a duration: `500ms`, `30s`, `1.5m`, `2h`, `1m30s`; `0` needs no unit.
  ///
  /// @throws IllegalArgumentException for any other text; the message states what is expected
  public static Duration duration(String text) {
    if (text.equals("0")) {
      return Duration.ZERO;
    }
    if (text.startsWith("-")) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a duration: it is negative; write one like 500ms, 30s, 2m");
    }
    Matcher part = TIME.matcher(text);
    double nanos = 0;
    int end = 0;
    while (part.find()) {
      nanos += Double.parseDouble(part.group(1)) * nanosPer(part.group(2));
      end = part.end();
    }
    if (end == 0 || end < text.length()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a duration; write a number with a unit, like 500ms, 30s, 2m");
    }
    if (nanos > LONGEST_NANOS) {
      throw new IllegalArgumentException("\"" + text + "\" is too long; the longest is 8760h");
    }
    return Duration.ofNanos(Math.round(nanos));
  }

  private static double nanosPer(String unit) {
    return switch (unit) {
      case "ms" -> 1e6;
      case "s" -> 1e9;
      case "m" -> 60e9;
      default -> 3600e9;
    };
  }

  /// Formats a duration as one would type it: the shortest form in whole units.
  public static String format(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds % 3600 == 0 && seconds > 0) {
      return seconds / 3600 + "h";
    }
    return seconds % 60 == 0 && seconds >= 120 ? seconds / 60 + "m" : seconds + "s";
  }

  /// Reads a share: `95%`, `0.95`.
  ///
  /// @throws IllegalArgumentException for any other text; the message states what is expected
  public static double share(String text) {
    Matcher match = SHARE.matcher(text.strip());
    if (!match.matches()) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not a share: write one like 95% or 0.95");
    }
    BigDecimal number = new BigDecimal(match.group(1));
    // In decimal: 99.9 / 100 is not .999.
    return (match.group(2).isEmpty() ? number : number.movePointLeft(2)).doubleValue();
  }

  /// Reads a share that must have a percent sign, where `5` could mean 5 % or five times as much.
  ///
  /// @throws IllegalArgumentException for any other text
  public static double percentage(String text) {
    if (!text.contains("%")) {
      throw new IllegalArgumentException(
          "\"" + text + "\" needs a percent sign: write one like 5%");
    }
    return share(text);
  }

  /// Reads a size in bytes: `65536`, `64KiB`, `256MiB`, `1.5GiB`.
  ///
  /// @throws IllegalArgumentException for any other text, and for a fraction of a byte
  public static long bytes(String text) {
    Matcher size = SIZE.matcher(text.strip());
    if (size.matches()) {
      String unit = size.group(2);
      int power = unit == null ? 0 : SIZE_UNITS.indexOf(unit.charAt(0)) + 1;
      double bytes = Double.parseDouble(size.group(1)) * Math.scalb(1.0, 10 * power);
      if (bytes == Math.rint(bytes) && bytes < Math.scalb(1.0, 53)) {
        return (long) bytes;
      }
    }
    throw new IllegalArgumentException("\"" + text + "\" is not a size; write one like 64KiB");
  }

  /// Formats a size in the largest unit that gives a whole number.
  public static String formatBytes(long bytes) {
    long left = bytes;
    int power = 0;
    while (left > 0 && left % 1024 == 0 && power < SIZE_UNITS.length()) {
      left /= 1024;
      power++;
    }
    return power == 0 ? Long.toString(left) : left + "" + SIZE_UNITS.charAt(power - 1) + "iB";
  }
}
