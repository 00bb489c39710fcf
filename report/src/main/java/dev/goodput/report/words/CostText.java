package dev.goodput.report.words;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.CostResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a level cost, where the hourly cost was told.
public final class CostText {
  private CostText() {}

  /// Each price with its unit: `0.208 USD per million output tokens`; that of a session where it
  /// has more turns than one. Empty without a cost.
  public static List<String> parts(LevelResult level) {
    CostResult cost = level.cost();
    List<String> parts = new ArrayList<>();
    if (cost != null) {
      add(cost.perMillionOutputTokens(), cost, "million output tokens", parts);
      add(cost.perMillionGoodTokens(), cost, "million good ones" + base(cost), parts);
      add(cost.perRequest(), cost, "request", parts);
      if (level.turns() != null) {
        add(cost.perSession(), cost, "session", parts);
      }
    }
    return parts;
  }

  /// Good tokens are those of the window's arrivals, to their end; all tokens those that came in
  /// it. Where the first are more the two prices seem to contradict each other.
  public static String base(CostResult cost) {
    Double all = cost.perMillionOutputTokens();
    Double good = cost.perMillionGoodTokens();
    return all != null && good != null && good < all
        ? " (of the window's arrivals, to their end)"
        : "";
  }

  private static void add(
      @Nullable Double price, CostResult cost, String each, List<String> parts) {
    if (price != null) {
      parts.add(Figures.number(price) + " " + cost.currency() + " per " + each);
    }
  }
}
