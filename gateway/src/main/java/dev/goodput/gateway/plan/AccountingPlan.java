package dev.goodput.gateway.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Settings for the aggregation, pricing and export of traffic.
///
/// @param prices token prices by model; an exact model name takes precedence over a pattern, a
///   longer pattern over a shorter one
/// @param labels limits on the number of label values
/// @param paceTps reading speed of a user, in tokens per second
/// @param attainmentTarget the share of requests that must be good, above 0 and at most 1
/// @param otlp the collector to send to; null for none
/// @param alerts alerts that the gateway evaluates itself; null for none
/// @param telemetry the topic to send events to; null for none
public record AccountingPlan(
    List<ModelPrices> prices,
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
    Checks.distinct("prices", prices.stream().map(ModelPrices::model).toList());
    Checks.share("attainment", attainmentTarget);
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

  /// The prices of a model's tokens, per million tokens.
  ///
  /// @param model the model name, with `*` at the end as a wildcard; empty for any
  /// @param input price of prompt tokens
  /// @param cachedInput price of prompt tokens that came from a cache; equals `input` by default
  /// @param output price of output tokens
  /// @param reasoning price of reasoning tokens; equals `output` by default
  /// @param currency three letters, for example `USD`
  public record ModelPrices(
      String model,
      double input,
      double cachedInput,
      double output,
      double reasoning,
      String currency) {

    /// @throws PlanException a price out of range or an invalid currency
    public ModelPrices {
      Checks.amount("input", input);
      Checks.amount("cached-input", cachedInput);
      Checks.amount("output", output);
      Checks.amount("reasoning", reasoning);
      if (!currency.matches("[A-Z]{3}")) {
        throw new PlanException(
            "currency", "must be three capitals like USD, found \"" + currency + "\"");
      }
    }
  }
}
