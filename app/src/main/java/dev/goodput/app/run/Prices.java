package dev.goodput.app.run;

import dev.goodput.app.AppException;
import dev.goodput.metrics.result.Cost;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Prices as people type them: `3.50`, which is in USD, or `3.50EUR`.
public final class Prices {
  private static final Pattern PRICE = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([A-Za-z]{3})?");

  /// More is a slip, and its multiples are soon no numbers any more.
  private static final double MOST = 1e12;

  private Prices() {}

  /// Reads the price of an hour.
  ///
  /// @param option that the price was given with
  /// @throws AppException.Usage naming the option where it is none
  public static Cost read(String option, String text) {
    Matcher price = PRICE.matcher(text.strip());
    if (!price.matches()) {
      throw new AppException.Usage(option + " \"" + text + "\" is no price; write 3.50 or 3.50EUR");
    }
    double amount = Double.parseDouble(price.group(1));
    if (amount > MOST) {
      throw new AppException.Usage(option + " \"" + text + "\" is above 1,000,000,000,000");
    }
    String currency = price.group(2) == null ? "USD" : price.group(2);
    return new Cost(amount, currency.toUpperCase(Locale.ROOT));
  }
}
