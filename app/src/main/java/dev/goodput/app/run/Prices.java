package dev.goodput.app.run;

import dev.goodput.app.AppException;
import dev.goodput.metrics.result.Cost;

/// Prices of options, as [Cost] has them.
public final class Prices {
  private Prices() {}

  /// Reads the price of an hour.
  ///
  /// @param option that the price was given with
  /// @throws AppException.Usage naming the option where it is none
  public static Cost read(String option, String text) {
    try {
      return Cost.parse(text);
    } catch (IllegalArgumentException e) {
      throw new AppException.Usage(option + " " + e.getMessage());
    }
  }
}
