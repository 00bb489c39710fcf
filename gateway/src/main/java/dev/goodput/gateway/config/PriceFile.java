package dev.goodput.gateway.config;

import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.metrics.result.PriceList;
import dev.goodput.wire.BadSettingException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A reader of price lists: prices of a million tokens by model.
public final class PriceFile {
  private static final String MINIMUM =
      "currency, source, date and models: [{model: …, input: …, output: …}]";
  private static final List<String> COMMON = List.of("currency", "source", "date");
  private static final List<String> RULES =
      List.of("input-includes-cached", "output-includes-reasoning");
  private static final List<String> MODEL =
      Stream.of(
              COMMON.stream(),
              Stream.of("model", "batch"),
              RULES.stream(),
              Stream.of(Kind.values()).map(Kind::key))
          .flatMap(keys -> keys)
          .toList();
  private static final List<String> FILE =
      Stream.concat(COMMON.stream(), Stream.concat(RULES.stream(), Stream.of("models"))).toList();

  private PriceFile() {}

  /// Reads a file.
  ///
  /// @throws BadSettingException in one line: file, line, column, key, what is allowed and what was
  ///   found
  public static PriceList read(Path file) {
    return parse(file.toString(), YamlReader.text(file, "price list"));
  }

  /// Parses the text of a file.
  ///
  /// @param name the file's name, for errors
  /// @throws BadSettingException as for [#read]
  public static PriceList parse(String name, String text) {
    Section file =
        new Section(
            new Section.Source(name, Map.of()), "", YamlReader.read(name, text, MINIMUM), FILE);
    if (!file.has("models")) {
      throw file.error("", "has no models; the least it needs is " + MINIMUM);
    }
    Map<String, ModelPrice> models = new LinkedHashMap<>();
    for (Section model : file.children("models", MODEL)) {
      ModelPrice price = price(file, model);
      if (models.put(price.model(), price) != null) {
        throw model.error("model", "names " + price.model() + " for the second time");
      }
    }
    if (models.isEmpty()) {
      throw file.error("models", "is empty; the least it needs is " + MINIMUM);
    }
    return new PriceList(name, models);
  }

  private static ModelPrice price(Section file, Section model) {
    String name = text("model", model, model);
    Map<Kind, Double> prices = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      if (model.has(kind.key())) {
        prices.put(kind, price(kind.key(), model));
      }
    }
    for (Kind kind : List.of(Kind.INPUT, Kind.OUTPUT)) {
      if (!prices.containsKey(kind)) {
        throw model.error(kind.key(), "is missing: the price of a million tokens");
      }
    }
    return new ModelPrice(
        name,
        text("currency", model, file),
        text("source", model, file),
        date(model, file),
        prices,
        model.has("batch") ? Double.valueOf(price("batch", model)) : null,
        rule(RULES.getFirst(), model, file),
        rule(RULES.getLast(), model, file));
  }

  private static double price(String key, Section model) {
    String text = model.text(key);
    double price;
    try {
      price = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      price = Double.NaN;
    }
    if (!(price >= 0) || Double.isInfinite(price)) {
      throw model.error(key, "must be a number of at least 0, found \"" + text + "\"");
    }
    return price;
  }

  private static boolean rule(String key, Section model, Section file) {
    Section owner = model.has(key) ? model : file;
    String text = owner.has(key) ? owner.text(key) : "true";
    if (!text.equals("true") && !text.equals("false")) {
      throw owner.error(key, "must be true or false, found \"" + text + "\"");
    }
    return text.equals("true");
  }

  private static LocalDate date(Section model, Section file) {
    String text = text("date", model, file);
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException e) {
      Section owner = model.has("date") ? model : file;
      throw owner.error("date", "must be like 2026-11-27, found \"" + text + "\"");
    }
  }

  private static String text(String key, Section model, Section file) {
    Section owner = model.has(key) ? model : file;
    if (!owner.has(key)) {
      throw model.error(key, "is missing: every price needs its currency, its source and its date");
    }
    return owner.text(key);
  }
}
