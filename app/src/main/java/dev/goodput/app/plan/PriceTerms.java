package dev.goodput.app.plan;

import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.whatif.Price;
import dev.goodput.runner.AppException;
import dev.goodput.runner.report.Prices;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The terms of a price as typed. Each is null if not given.
///
/// @param input the price of a million prompt tokens
/// @param output the price of a million output tokens
/// @param hour the price of an hour of the whole server
/// @param concurrency the requests that the server handles at once
/// @param request the price of a whole request
record PriceTerms(
    @Nullable String input,
    @Nullable String output,
    @Nullable String hour,
    @Nullable Integer concurrency,
    @Nullable String request) {
  private static final int MAX_AT_ONCE = 1_000_000;

  private boolean metered() {
    return input != null || output != null;
  }

  private boolean hourly() {
    return hour != null || concurrency != null;
  }

  /// Returns these terms, with missing ones of the same kind of price taken from another. If none
  /// is given, returns the other's terms.
  PriceTerms over(PriceTerms other) {
    if (!metered() && !hourly() && request == null) {
      return other;
    }
    return new PriceTerms(
        metered() && input == null ? other.input : input,
        metered() && output == null ? other.output : output,
        hourly() && hour == null ? other.hour : hour,
        hourly() && concurrency == null ? other.concurrency : concurrency,
        request);
  }

  /// Returns the names of the terms that [#over] takes from the other.
  List<String> taken(PriceTerms other) {
    PriceTerms all = over(other);
    List<String> taken = new ArrayList<>();
    take("price-input", input, all.input, taken);
    take("price-output", output, all.output, taken);
    take("cost-per-hour", hour, all.hour, taken);
    take("concurrency", concurrency, all.concurrency, taken);
    take("price-request", request, all.request, taken);
    return taken;
  }

  private static void take(
      String name, @Nullable Object mine, @Nullable Object used, List<String> taken) {
    if (mine == null && used != null) {
      taken.add(name);
    }
  }

  /// Returns the price, or null if none was given.
  ///
  /// @param inputTokens the length of the prompt; null if not given
  /// @throws AppException.Usage contradictory or incomplete terms
  @Nullable Price read(@Nullable Integer inputTokens) {
    if ((metered() && hourly()) || (request != null && (metered() || hourly()))) {
      throw new AppException.Usage(
          "a price is one of tokens (price-input, price-output), of an hour (cost-per-hour,"
              + " concurrency) or of a request (price-request), not two of these");
    }
    if (request != null) {
      Cost each = Prices.read("price-request", request);
      return new Price.Request(each.perHour(), each.currency());
    }
    if (metered()) {
      return metered(inputTokens);
    }
    return hourly() ? hourlyPrice() : null;
  }

  private Price metered(@Nullable Integer inputTokens) {
    if (output == null) {
      throw new AppException.Usage("price-input needs price-output with it, like 0.60");
    }
    Cost out = Prices.read("price-output", output);
    if (input == null) {
      return new Price.Metered(0, 0, out.perHour(), out.currency());
    }
    if (inputTokens == null) {
      throw new AppException.Usage("price-input needs --input-tokens, how long the prompt is");
    }
    Cost in = Prices.read("price-input", input);
    if (!in.currency().equals(out.currency())) {
      throw new AppException.Usage(
          "price-input is in %s and price-output in %s; give both in one currency"
              .formatted(in.currency(), out.currency()));
    }
    return new Price.Metered(inputTokens, in.perHour(), out.perHour(), out.currency());
  }

  private Price hourlyPrice() {
    if (hour == null) {
      throw new AppException.Usage("concurrency is for cost-per-hour; give that too, or neither");
    }
    if (concurrency == null) {
      throw new AppException.Usage(
          "cost-per-hour needs concurrency: how many requests the server answers at once, each with"
              + " that TTFT and TPOT");
    }
    if (concurrency < 1 || concurrency > MAX_AT_ONCE) {
      throw new AppException.Usage(
          "concurrency must be between 1 and %d, found %d".formatted(MAX_AT_ONCE, concurrency));
    }
    Cost cost = Prices.read("cost-per-hour", hour);
    return new Price.Hourly(cost.perHour(), concurrency, cost.currency());
  }
}
