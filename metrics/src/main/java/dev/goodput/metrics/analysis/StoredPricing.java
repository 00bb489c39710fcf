package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.metrics.result.Pricing;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// The pricing of a run in its manifest, so that later reports show the same costs.
final class StoredPricing {
  private static final String PER_HOUR = "run.cost_per_hour";
  private static final String CURRENCY = "run.currency";
  private static final String PRICE = "run.price.";

  private StoredPricing() {}

  static Manifest add(@Nullable Pricing pricing, Manifest manifest) {
    if (pricing instanceof Cost cost) {
      return manifest.with(PER_HOUR, cost.perHour()).with(CURRENCY, cost.currency());
    }
    // Of a price list, the model is not known yet.
    return pricing instanceof ModelPrice price ? add(price, manifest) : manifest;
  }

  private static Manifest add(ModelPrice price, Manifest manifest) {
    Manifest more =
        manifest
            .with(CURRENCY, price.currency())
            .with(PRICE + "model", price.model())
            .with(PRICE + "source", price.source())
            .with(PRICE + "date", Objects.toString(price.date(), ""))
            .with(PRICE + "input-includes-cached", Boolean.toString(price.inputIncludesCached()))
            .with(
                PRICE + "output-includes-reasoning",
                Boolean.toString(price.outputIncludesReasoning()));
    for (Map.Entry<Kind, Double> each : price.perMillion().entrySet()) {
      more = more.with(PRICE + each.getKey().key(), each.getValue());
    }
    Double batch = price.batchFactor();
    return batch == null ? more : more.with(PRICE + "batch", batch);
  }

  static @Nullable Pricing of(Manifest manifest) {
    String currency = manifest.text(CURRENCY).filter(text -> !text.isBlank()).orElse("USD");
    OptionalDouble perHour = manifest.decimal(PER_HOUR);
    if (perHour.isPresent()) {
      return new Cost(positive(PER_HOUR, perHour.getAsDouble()), currency);
    }
    String model = manifest.text(PRICE + "model").orElse(null);
    return model == null ? null : price(model, currency, manifest);
  }

  private static ModelPrice price(String model, String currency, Manifest manifest) {
    Map<Kind, Double> prices = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      String key = PRICE + kind.key();
      manifest.decimal(key).ifPresent(price -> prices.put(kind, positive(key, price)));
    }
    for (Kind kind : new Kind[] {Kind.INPUT, Kind.OUTPUT}) {
      if (!prices.containsKey(kind)) {
        throw bad(PRICE + kind.key(), "a price", "nothing");
      }
    }
    OptionalDouble batch = manifest.decimal(PRICE + "batch");
    return new ModelPrice(
        model,
        currency,
        manifest.text(PRICE + "source").orElse(""),
        date(manifest.text(PRICE + "date").orElse("")),
        prices,
        batch.isPresent() ? Double.valueOf(batch.getAsDouble()) : null,
        rule("input-includes-cached", manifest),
        rule("output-includes-reasoning", manifest));
  }

  private static boolean rule(String key, Manifest manifest) {
    return manifest.text(PRICE + key).filter("false"::equals).isEmpty();
  }

  private static LocalDate date(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException e) {
      throw bad(PRICE + "date", "a date like 2026-11-27", "\"" + text + "\"");
    }
  }

  private static double positive(String key, double price) {
    if (!(price >= 0 && Double.isFinite(price))) {
      throw bad(key, "a number of at least 0", Double.toString(price));
    }
    return price;
  }

  private static RecordException.BadValue bad(String key, String expected, String found) {
    return new RecordException.BadValue(key, found, expected);
  }
}
