package dev.goodput.runner.report;

import dev.goodput.metrics.analysis.Judgement;
import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.result.PriceList;
import dev.goodput.record.Manifest;
import dev.goodput.runner.AppException;

/// Reads prices from options.
public final class Prices {
  private Prices() {}

  /// Reads a price per hour.
  ///
  /// @param option the option that has the price
  /// @throws AppException.Usage if it is not a price
  public static Cost read(String option, String text) {
    try {
      return Cost.parse(text);
    } catch (IllegalArgumentException e) {
      throw new AppException.Usage(option + " " + e.getMessage());
    }
  }

  /// Returns a judgement whose price list is replaced by the prices of the run's model.
  ///
  /// @throws AppException.Usage listing the models of the price list if it has no prices for it
  public static Judgement priced(Judgement judgement, String model) {
    if (!(judgement.options().cost() instanceof PriceList list)) {
      return judgement;
    }
    return judgement.with(
        list.of(model)
            .orElseThrow(() ->
                new AppException.Usage(
                    "%s has no prices for the model \"%s\"; it has: %s"
                        .formatted(
                            list.name(), model, String.join(", ", list.models().keySet())))));
  }

  /// Returns the same for the model of a stored run.
  public static Judgement priced(Judgement judgement, Manifest manifest) {
    return priced(judgement, manifest.text("target.model").orElse(""));
  }
}
