package dev.goodput.gateway.plan;

import dev.goodput.metrics.result.ModelPrice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Settings for the aggregation, pricing and export of traffic.
///
/// @param prices token prices by model: its name, a pattern with `*` at the end, or empty for any;
///   an exact name takes precedence over a pattern, a longer pattern over a shorter one
/// @param labels limits on the number of label values
/// @param paceTps reading speed of a user, in tokens per second
/// @param attainmentTarget the share of requests that must be good, above 0 and at most 1
/// @param otlp the collector to send to; null for none
/// @param alerts alerts that the gateway evaluates itself; null for none
/// @param telemetry the topic to send events to; null for none
public record AccountingPlan(
    List<ModelPrice> prices,
    LabelLimits labels,
    double paceTps,
    double attainmentTarget,
    @Nullable OtlpPlan otlp,
    @Nullable AlertsPlan alerts,
    @Nullable TelemetryPlan telemetry) {
  /// No prices, the default limits, 5 tokens/s, 95 %, no collector, no alerts, no topic.
  public static final AccountingPlan DEFAULTS =
      new AccountingPlan(List.of(), LabelLimits.DEFAULTS, 5, 0.95, null, null, null);

  /// Copies the list.
  ///
  /// @throws PlanException a reading speed or a share out of range, or a duplicate model
  public AccountingPlan {
    prices = List.copyOf(prices);
    Checks.distinct("prices", prices.stream().map(ModelPrice::model).toList());
    Checks.share("attainment", attainmentTarget);
    for (ModelPrice each : prices) {
      each.perMillion().forEach(AccountingPlan::requirePrice);
      if (!each.currency().matches("[A-Z]{3}")) {
        throw new PlanException(
            "prices",
            "must have a currency of three capitals like USD, found \"" + each.currency() + "\"");
      }
    }
    if (!(paceTps > 0 && paceTps <= 1e6)) {
      throw new PlanException("pace", "must be above 0 and at most 1e6, found " + paceTps);
    }
    if (alerts != null && !(attainmentTarget > 0.5 && attainmentTarget < 1)) {
      throw new PlanException(
          "attainment",
          "must be above 50% and below 100% for alerts, which need a budget of bad requests; found "
              + attainmentTarget);
    }
  }

  /// Checks the price of a million tokens.
  ///
  /// @throws PlanException naming the kind of tokens
  public static void requirePrice(ModelPrice.Kind kind, double price) {
    Checks.amount(kind.key(), price);
  }

  /// Limits on the number of label values. Values beyond a limit are counted as `other`.
  ///
  /// @param values the values of one label: models, tenants, routes
  /// @param series the combinations of label values
  public record LabelLimits(int values, int series) {
    /// 100 values per label, 500 series.
    public static final LabelLimits DEFAULTS = new LabelLimits(100, 500);

    private static final int MAX_LIMIT = 10_000;

    /// @throws PlanException a number out of range
    public LabelLimits {
      check("values", values);
      check("series", series);
    }

    private static void check(String key, int value) {
      if (value < 1 || value > MAX_LIMIT) {
        throw new PlanException(key, "must be from 1 to " + MAX_LIMIT + ", found " + value);
      }
    }
  }
}
