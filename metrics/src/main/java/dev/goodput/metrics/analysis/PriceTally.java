package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult.CostResult;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.tally.JudgedRequest;
import dev.goodput.record.RequestRecord;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// The cost of a level's sample by a price list. Every attempt is billed, whatever its outcome.
final class PriceTally {
  private static final double MILLION = 1e6;

  private final ModelPrice price;
  private final boolean judged;
  private double total;
  private double useful;
  private long outputTokens;
  private long goodTokens;
  private long ok;
  private long sessions;
  private long estimated;
  private long unpriced;

  /// @param judged whether requests are judged by an SLO, so that only good ones are useful
  PriceTally(ModelPrice price, boolean judged) {
    this.price = price;
    this.judged = judged;
  }

  void add(JudgedRequest attempt) {
    RequestRecord request = attempt.request();
    OptionalDouble cost = price.of(request);
    unpriced += cost.isEmpty() ? 1 : 0;
    double money = cost.orElse(0);
    estimated += money > 0 && !ModelPrice.byUsage(request) ? 1 : 0;
    total += money;
    outputTokens += request.outputTokens();
    boolean right = request.last() && attempt.view().ok();
    ok += right ? 1 : 0;
    sessions += request.last() && request.requested().turn() == 0 ? 1 : 0;
    goodTokens += attempt.good() ? request.outputTokens() : 0;
    useful += (judged ? attempt.good() : right) ? money : 0;
  }

  /// Returns the cost; null if some tokens have no price.
  @Nullable CostResult result() {
    return unpriced > 0
        ? null
        : new CostResult(
            per(outputTokens, MILLION),
            judged ? per(goodTokens, MILLION) : null,
            per(ok, 1),
            per(sessions, 1),
            total,
            Math.max(0, total - useful),
            price);
  }

  private @Nullable Double per(long number, double priced) {
    return number == 0 ? null : Double.valueOf(total / number * priced);
  }

  /// Returns a warning about the prices, as the end of a sentence.
  Optional<String> warning() {
    if (unpriced > 0) {
      return Optional.of(
          "cost unknown: %d of the requests have audio tokens, and the price list has no price for them"
              .formatted(unpriced));
    }
    return estimated == 0
        ? Optional.empty()
        : Optional.of(
            "cost estimated for %d of the requests, which have no usage, from our own token counts"
                .formatted(estimated));
  }
}
