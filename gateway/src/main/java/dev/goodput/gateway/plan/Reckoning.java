package dev.goodput.gateway.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The aggregation of traffic and its export.
///
/// @param prices of tokens; an exact model name takes precedence over a pattern, a longer pattern
///   over a shorter one
/// @param labels limits on the number of label values
/// @param paceTps reading speed of a user, in tokens per second
/// @param attainmentTarget the share of requests that must be good, above 0 and at most 1
/// @param otlp the collector to send to; null for none
public record Reckoning(
    List<PriceList> prices,
    LabelCaps labels,
    double paceTps,
    double attainmentTarget,
    @Nullable OtlpPlan otlp) {
  /// No prices, the default limits, 5 tokens/s, 95 %, no collector.
  public static final Reckoning DEFAULTS =
      new Reckoning(List.of(), LabelCaps.DEFAULTS, 5, 0.95, null);

  /// Copies the list.
  ///
  /// @throws PlanException a reading speed or a share out of range, or a duplicate model
  public Reckoning {
    prices = List.copyOf(prices);
    Checks.distinct("prices", prices.stream().map(PriceList::model).toList());
    Checks.share("attainment", attainmentTarget);
    if (!(paceTps > 0 && paceTps <= 1e6)) {
      throw new PlanException("pace", "must be above 0 and at most 1e6, found " + paceTps);
    }
  }
}
