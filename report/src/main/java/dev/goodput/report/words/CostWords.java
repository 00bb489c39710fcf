package dev.goodput.report.words;

import dev.goodput.metrics.LevelResult.CostResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a level cost, where the hourly cost was told.
public final class CostWords {
  private CostWords() {}

  /// Each price with its unit: `0.208 USD per million output tokens`; empty without a cost.
  public static List<String> parts(@Nullable CostResult cost) {
    List<String> parts = new ArrayList<>();
    if (cost != null) {
      add(cost.perMillionOutputTokens(), cost, "million output tokens", parts);
      add(cost.perMillionGoodTokens(), cost, "million good ones", parts);
      add(cost.perRequest(), cost, "request", parts);
      add(cost.perSession(), cost, "session", parts);
    }
    return parts;
  }

  private static void add(
      @Nullable Double price, CostResult cost, String each, List<String> parts) {
    if (price != null) {
      parts.add(Figures.number(price) + " " + cost.currency() + " per " + each);
    }
  }
}
