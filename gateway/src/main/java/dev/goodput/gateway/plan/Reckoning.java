package dev.goodput.gateway.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How traffic is added up, and who is told.
///
/// @param prices of tokens; a model's own goes before a pattern, a longer pattern before a shorter
/// @param labels how many values a label may take
/// @param paceTps tokens per second that a reader reads
/// @param attainmentTarget the share of requests that must be good, above 0 and at most 1
/// @param otlp a collector that is told; null for none
public record Reckoning(
    List<PriceList> prices,
    LabelCaps labels,
    double paceTps,
    double attainmentTarget,
    @Nullable OtlpPlan otlp) {
  /// No prices, the usual caps, 5 tokens/s, 95 %, no collector.
  public static final Reckoning DEFAULTS =
      new Reckoning(List.of(), LabelCaps.DEFAULTS, 5, 0.95, null);

  /// Copies the list.
  ///
  /// @throws PlanException for a pace or a share out of range, or a model twice
  public Reckoning {
    prices = List.copyOf(prices);
    Checks.distinct("prices", prices.stream().map(PriceList::model).toList());
    Checks.share("attainment", attainmentTarget);
    if (!(paceTps > 0 && paceTps <= 1e6)) {
      throw new PlanException("pace", "must be above 0 and at most 1e6, found " + paceTps);
    }
  }
}
