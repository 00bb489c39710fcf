package dev.goodput.metrics.traffic;

import dev.goodput.record.RequestRecord;

/// The price list of one model, per million tokens, in the plan's currency.
///
/// @param input prompt tokens that were computed
/// @param cachedInput prompt tokens that came from a cache
/// @param output output tokens without reasoning
/// @param reasoning reasoning tokens
public record TokenPrice(double input, double cachedInput, double output, double reasoning) {
  private static final double MILLION = 1e6;

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if a price is negative or not finite
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

  /// Returns the cost of an exchange's prompt.
  double ofInput(RequestRecord request) {
    int cached = Math.clamp(request.tokens().usageCachedInput(), 0, request.inputTokens());
    return ((request.inputTokens() - cached) * input + cached * cachedInput) / MILLION;
  }

  /// Returns the cost of an exchange's output. Reasoning tokens are a part of the output tokens in
  /// the usage.
  double ofOutput(RequestRecord request) {
    int reasoned = Math.clamp(request.tokens().usageReasoning(), 0, request.outputTokens());
    return ((request.outputTokens() - reasoned) * output + reasoned * reasoning) / MILLION;
  }
}
