package dev.goodput.metrics.traffic;

import dev.goodput.record.RequestRecord;

/// A price list of one model, each for a million tokens, in the plan's currency.
///
/// @param input prompt tokens that were computed
/// @param cachedInput prompt tokens that came from a cache
/// @param output output tokens without the reasoning
/// @param reasoning reasoning tokens
public record TokenPrice(double input, double cachedInput, double output, double reasoning) {
  private static final double MILLION = 1e6;

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException where a price is not a number of at least 0
  public TokenPrice {
    check("input", input);
    check("cached input", cachedInput);
    check("output", output);
    check("reasoning", reasoning);
  }

  private static void check(String name, double price) {
    if (!(price >= 0) || Double.isInfinite(price)) {
      throw new IllegalArgumentException(
          "price of %s tokens must be at least 0, found %s".formatted(name, price));
    }
  }

  /// What the prompt of an exchange costs.
  double ofInput(RequestRecord request) {
    int cached = Math.clamp(request.tokens().usageCachedInput(), 0, request.inputTokens());
    return ((request.inputTokens() - cached) * input + cached * cachedInput) / MILLION;
  }

  /// What the output of an exchange costs; reasoning is a part of the output that usage names.
  double ofOutput(RequestRecord request) {
    int reasoned = Math.clamp(request.tokens().usageReasoning(), 0, request.outputTokens());
    return ((request.outputTokens() - reasoned) * output + reasoned * reasoning) / MILLION;
  }
}
