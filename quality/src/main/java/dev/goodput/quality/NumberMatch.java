package dev.goodput.quality;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Equality of the last number of an answer with the last number of a reference.
///
/// @param tolerance the difference that is allowed; 0 or more
/// @param relative whether the tolerance is a share of the reference
public record NumberMatch(double tolerance, boolean relative) {
  /// No difference allowed: 18 equals 18.0 and 1,800 equals 1800, 18 does not equal 18.01.
  public static final NumberMatch EQUAL = new NumberMatch(0, false);

  private static final int LONGEST = 1_000; // digits of a number; more are no sensible answer
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?:(?<![\\w.])[-+])?"
              + "(?:(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+)(?:\\.[0-9]+)?|\\.[0-9]+)"
              + "(?:[eE][-+]?[0-9]{1,3}(?![0-9]))?");

  /// Checks the tolerance.
  public NumberMatch {
    if (!(tolerance >= 0) || Double.isInfinite(tolerance)) {
      throw new IllegalArgumentException("a tolerance must be 0 or more, found " + tolerance);
    }
  }

  /// Returns whether an answer's number is within the tolerance of a reference's.
  public boolean matches(String answer, List<String> references) {
    Optional<BigDecimal> found = last(answer);
    return found.isPresent()
        && references.stream()
            .flatMap(each -> last(each).stream())
            .anyMatch(each -> isClose(found.get(), each));
  }

  private boolean isClose(BigDecimal found, BigDecimal expected) {
    BigDecimal allowed = new BigDecimal(Double.toString(tolerance));
    BigDecimal limit = relative ? allowed.multiply(expected.abs()) : allowed;
    return found.subtract(expected).abs().compareTo(limit) <= 0;
  }

  /// Returns the last number of a text. Commas between groups of three digits are read over.
  static Optional<BigDecimal> last(String text) {
    Matcher matcher = NUMBER.matcher(text);
    Optional<BigDecimal> last = Optional.empty();
    while (matcher.find()) {
      String found = matcher.group();
      if (found.length() <= LONGEST) {
        last = Optional.of(new BigDecimal(found.replace(",", "")));
      }
    }
    return last;
  }
}
