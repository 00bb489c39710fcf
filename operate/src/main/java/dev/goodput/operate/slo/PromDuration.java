package dev.goodput.operate.slo;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations in the syntax of Prometheus and OpenSLO: one number and one unit, `5m`, `28d`, `4w`.
public final class PromDuration {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,6})(s|m|h|d|w)");

  private PromDuration() {}

  /// Returns whether a text is such a duration above zero.
  public static boolean matches(String text) {
    Matcher matcher = TEXT.matcher(text);
    return matcher.matches() && Integer.parseInt(matcher.group(1)) > 0;
  }

  /// Parses a text that [#matches].
  public static Duration parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      case "d" -> Duration.ofDays(number);
      default -> Duration.ofDays(7 * number);
    };
  }

  /// Returns a duration of whole seconds in the largest unit that divides it, up to days.
  public static String text(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds % 86_400 == 0) {
      return seconds / 86_400 + "d";
    }
    if (seconds % 3_600 == 0) {
      return seconds / 3_600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
