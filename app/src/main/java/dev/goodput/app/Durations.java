package dev.goodput.app;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads durations as people type them: `500ms`, `30s`, `1.5m`, `2h`, `1m30s`; `0` needs no unit.
public final class Durations implements ITypeConverter<Duration> {
  private static final Pattern PART = Pattern.compile("\\G(\\d+(?:\\.\\d+)?)(ms|s|m|h)");

  /// A year: what is beyond it cannot be meant, and would not fit a clock's arithmetic.
  private static final double LONGEST_NANOS = 8760 * 3600e9;

  @Override
  public Duration convert(String text) {
    return parse(text);
  }

  /// Reads one duration.
  ///
  /// @throws TypeConversionException when the text is not one, naming what would be
  public static Duration parse(String text) {
    if (text.equals("0")) {
      return Duration.ZERO;
    }
    if (text.startsWith("-")) {
      throw new TypeConversionException(
          "\"" + text + "\" is not a duration: it is negative; write one like 500ms, 30s, 2m");
    }
    Matcher part = PART.matcher(text);
    double nanos = 0;
    int end = 0;
    while (part.find()) {
      nanos += Double.parseDouble(part.group(1)) * unit(part);
      end = part.end();
    }
    if (end == 0 || end < text.length()) {
      throw new TypeConversionException(
          "\"" + text + "\" is not a duration; write a number with a unit, like 500ms, 30s, 2m");
    }
    if (nanos > LONGEST_NANOS) {
      throw new TypeConversionException("\"" + text + "\" is too long; the longest is 8760h");
    }
    return Duration.ofNanos(Math.round(nanos));
  }

  /// A duration as one would type it, shortest form of whole units.
  public static String format(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    return seconds % 60 == 0 && seconds >= 120 ? seconds / 60 + "m" : seconds + "s";
  }

  private static double unit(Matcher part) {
    return switch (part.group(2)) {
      case "ms" -> 1e6;
      case "s" -> 1e9;
      case "m" -> 60e9;
      default -> 3600e9;
    };
  }
}
