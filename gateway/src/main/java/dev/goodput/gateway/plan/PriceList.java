package dev.goodput.gateway.plan;

/// What tokens of a model cost, per million.
///
/// @param model its name, with `*` at the end for whatever follows; empty for any
/// @param input of prompts
/// @param cachedInput of prompts that came out of a cache; as `input` where no other price is asked
/// @param output of answers
/// @param reasoning of reasoning; as `output` where no other price is asked
/// @param currency three letters, for example `USD`
public record PriceList(
    String model,
    double input,
    double cachedInput,
    double output,
    double reasoning,
    String currency) {

  /// @throws PlanException where a price is out of range or the currency none
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
