package dev.goodput.gateway.plan;

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
