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
/// @param alerts alerts that the gateway evaluates itself; null for none
/// @param telemetry the topic to send events to; null for none
public record Reckoning(
    List<PriceList> prices,
    LabelCaps labels,
    double paceTps,
    double attainmentTarget,
    @Nullable OtlpPlan otlp,
    @Nullable AlertsPlan alerts,
    @Nullable TelemetryPlan telemetry) {
  /// No prices, the default limits, 5 tokens/s, 95 %, no collector, no alerts, no topic.
  public static final Reckoning DEFAULTS =
      new Reckoning(List.of(), LabelCaps.DEFAULTS, 5, 0.95, null, null, null);

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
  public record LabelCaps(int values, int series) {
    /// 100 values per label, 500 series.
    public static final LabelCaps DEFAULTS = new LabelCaps(100, 500);

    private static final int MOST = 10_000;

    /// @throws PlanException a number out of range
    public LabelCaps {
      check("values", values);
      check("series", series);
    }

    private static void check(String key, int found) {
      if (found < 1 || found > MOST) {
        throw new PlanException(key, "must be from 1 to " + MOST + ", found " + found);
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
  public record PriceList(
      String model,
      double input,
      double cachedInput,
      double output,
      double reasoning,
      String currency) {

    /// @throws PlanException a price out of range or an invalid currency
    public PriceList {
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
