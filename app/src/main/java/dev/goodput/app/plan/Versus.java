package dev.goodput.app.plan;

import dev.goodput.app.Durations;
import dev.goodput.metrics.whatif.EvenStream;
import dev.goodput.record.words.Quantities;
import dev.goodput.record.words.WordSuggestion;
import dev.goodput.runner.AppException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/// The value of `--versus`: `ttft=0.8s,tpot=100ms`.
final class Versus {
  private static final List<String> KEYS =
      List.of(
          "ttft",
          "tpot",
          "price-input",
          "price-output",
          "cost-per-hour",
          "concurrency",
          "price-request",
          "satisfied");
  private static final String EXAMPLE = "like ttft=0.8s,tpot=100ms";

  private final Map<String, String> values = new LinkedHashMap<>();

  private Versus() {}

  /// Parses the value.
  ///
  /// @throws AppException.Usage a part that cannot be parsed; the message names it
  static Versus read(String text) {
    Versus versus = new Versus();
    for (String part : text.split(",", -1)) {
      versus.put(part.strip());
    }
    for (String needed : KEYS.subList(0, 2)) {
      if (!versus.values.containsKey(needed)) {
        throw new AppException.Usage("--versus needs %s too, %s".formatted(needed, EXAMPLE));
      }
    }
    return versus;
  }

  private void put(String part) {
    String[] pair = part.split("=", 2);
    String key = pair[0].strip();
    if (pair.length < 2 || pair[1].isBlank()) {
      throw new AppException.Usage(
          "--versus: \"%s\" is no key with its value; write it %s".formatted(part, EXAMPLE));
    }
    if (!KEYS.contains(key)) {
      String hint = WordSuggestion.hint(key, KEYS);
      throw new AppException.Usage(
          "--versus: unknown key \"%s\"%s known: %s"
              .formatted(key, hint.isEmpty() ? ";" : hint, String.join(", ", KEYS)));
    }
    if (values.put(key, pair[1].strip()) != null) {
      throw new AppException.Usage("--versus: %s is given twice; give it once".formatted(key));
    }
  }

  /// Returns the speed of the server.
  EvenStream stream() {
    return new EvenStream(nanos("ttft"), nanos("tpot"));
  }

  private long nanos(String key) {
    try {
      return nanos("--versus " + key, Durations.parse(values.getOrDefault(key, "")));
    } catch (TypeConversionException e) {
      throw new AppException.Usage("--versus " + key + ": " + e.getMessage());
    }
  }

  /// Checks a duration against the range of an even stream and returns it in nanoseconds.
  static long nanos(String name, Duration duration) {
    boolean fits = duration.toHours() < 1 || duration.toNanos() == EvenStream.MAX_NANOS;
    if (duration.isZero() || !fits) {
      throw new AppException.Usage(
          "%s must be above 0 and at most 1h, found %s"
              .formatted(name, Quantities.format(duration)));
    }
    return duration.toNanos();
  }

  /// Returns the price terms of the server.
  PriceTerms price() {
    return new PriceTerms(
        values.get("price-input"),
        values.get("price-output"),
        values.get("cost-per-hour"),
        concurrency(values.get("concurrency")),
        values.get("price-request"));
  }

  /// Returns the share of satisfied users; null if not given.
  @Nullable Double satisfied() {
    return WhatIfCommand.satisfied("--versus satisfied", values.get("satisfied"));
  }

  private static @Nullable Integer concurrency(@Nullable String text) {
    try {
      return text == null ? null : Integer.valueOf(text);
    } catch (NumberFormatException e) {
      throw new AppException.Usage(
          "--versus concurrency: \"%s\" is not a whole number".formatted(text));
    }
  }
}
