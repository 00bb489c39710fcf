package dev.goodput.metrics.result;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the measured system costs.
///
/// @param perHour cost of an hour of it, in the currency
/// @param currency for example `USD`
public record Cost(double perHour, String currency) implements Pricing {
  private static final Pattern PRICE = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([A-Za-z]{3})?");

  /// More is a slip, and its multiples soon exceed every number.
  private static final double MAX = 1e12;

  /// Checks the range.
  ///
  /// @throws IllegalArgumentException where the cost is not a number of at least 0
  public Cost {
    if (!(perHour >= 0) || Double.isInfinite(perHour)) {
      throw new IllegalArgumentException("cost per hour must be at least 0, found " + perHour);
    }
  }

  /// Reads a price as people type it: `3.50`, which is in USD, or `3.50EUR`.
  ///
  /// @throws IllegalArgumentException for any other text, with a message that states the expected
  ///   format
  public static Cost parse(String text) {
    Matcher price = PRICE.matcher(text.strip());
    if (!price.matches()) {
      throw new IllegalArgumentException("\"" + text + "\" is no price; write 3.50 or 3.50EUR");
    }
    double amount = Double.parseDouble(price.group(1));
    if (amount > MAX) {
      throw new IllegalArgumentException("\"" + text + "\" is above 1,000,000,000,000");
    }
    String currency = price.group(2) == null ? "USD" : price.group(2);
    return new Cost(amount, currency.toUpperCase(Locale.ROOT));
  }

  @Override
  public String basis() {
    return BigDecimal.valueOf(perHour).stripTrailingZeros().toPlainString()
        + " "
        + currency
        + " per hour";
  }

  /// Returns the cost of one of the things that the system produces at a rate, such as tokens.
  ///
  /// @param perSecond the rate, above 0
  public double perUnit(double perSecond) {
    return perHour / (perSecond * 3600);
  }
}
