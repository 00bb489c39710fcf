package dev.goodput.report.model;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.Goodput;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// An object under construction that leaves out what is undefined: absent, not 0, not null.
public final class JsonObject {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final MathContext DIGITS = new MathContext(12);

  private final ObjectNode node = JsonNodeFactory.instance.objectNode();

  /// A text; nothing where there is none or it is empty.
  public JsonObject text(String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      node.put(name, value);
    }
    return this;
  }

  /// A text; nothing where there is none or it is empty.
  public JsonObject text(String name, Optional<String> value) {
    return text(name, value.orElse(null));
  }

  /// A constant by its name in small letters; nothing where there is none.
  public JsonObject constant(String name, @Nullable Enum<?> value) {
    return text(name, value == null ? null : value.name().toLowerCase(Locale.ROOT));
  }

  /// A number; nothing where there is none or it is not finite.
  ///
  /// Twelve digits are more than any stamp has; the rest is the noise of binary fractions.
  public JsonObject number(String name, @Nullable Double value) {
    if (value != null && Double.isFinite(value)) {
      node.put(name, rounded(value));
    }
    return this;
  }

  private static double rounded(double value) {
    return new BigDecimal(value).round(DIGITS).doubleValue();
  }

  /// A whole number; nothing where there is none.
  public JsonObject whole(String name, @Nullable Long value) {
    if (value != null) {
      node.put(name, value);
    }
    return this;
  }

  /// Yes or no; nothing where that is undefined.
  public JsonObject flag(String name, @Nullable Boolean value) {
    if (value != null) {
      node.put(name, value);
    }
    return this;
  }

  /// Every goodput of docs/explanation/metrics.md, by its own name.
  public JsonObject goodputs(Goodput goodput) {
    return number("request_rps", goodput.requestRps())
        .number("token_tps", goodput.tokenTps())
        .number("attainment", goodput.attainment())
        .number("scaled_tps", goodput.scaledTps())
        .number("percentile_tps", goodput.percentileTps())
        .number("useful_work_ratio", goodput.usefulWorkRatio())
        .number("smooth_tps", goodput.smoothTps())
        .number("fluidity", goodput.fluidity());
  }

  /// A list of texts, also where it is empty.
  public JsonObject texts(String name, Collection<String> values) {
    ArrayNode array = node.putArray(name);
    values.forEach(array::add);
    return this;
  }

  /// An object of counts, also where it is empty.
  public JsonObject counts(String name, Map<?, Long> values) {
    ObjectNode object = node.putObject(name);
    values.forEach((key, count) -> object.put(key.toString(), count));
    return this;
  }

  /// An object; nothing where there is none.
  public JsonObject object(String name, @Nullable JsonObject value) {
    if (value != null) {
      node.set(name, value.node);
    }
    return this;
  }

  /// The object of a value; nothing where there is no value.
  public <T> JsonObject object(
      String name, @Nullable T value, Function<? super T, ? extends @Nullable JsonObject> object) {
    return value == null ? this : object(name, object.apply(value));
  }

  /// A document that was made before.
  public JsonObject document(String name, ObjectNode document) {
    node.set(name, document);
    return this;
  }

  /// A list of objects, also where it is empty.
  public JsonObject objects(String name, Collection<JsonObject> values) {
    ArrayNode array = node.putArray(name);
    values.forEach(value -> array.add(value.node));
    return this;
  }

  /// A list of objects, one for each value, also where it is empty.
  public <T> JsonObject objects(
      String name, Collection<T> values, Function<? super T, JsonObject> object) {
    return objects(name, values.stream().map(object).toList());
  }

  /// A list of numbers for a drawing; null for a value that is undefined.
  public JsonObject series(String name, Stream<@Nullable Double> values) {
    ArrayNode array = node.putArray(name);
    values.forEach(value -> {
      if (value == null || !Double.isFinite(value)) {
        array.addNull();
      } else {
        array.add(value);
      }
    });
    return this;
  }

  /// A list of whole numbers.
  public JsonObject integers(String name, LongStream values) {
    ArrayNode array = node.putArray(name);
    values.forEach(array::add);
    return this;
  }

  /// Facts as pairs of name and text, in their order.
  public JsonObject facts(String name, List<Fact> facts) {
    ArrayNode array = node.putArray(name);
    facts.forEach(fact -> array.addArray().add(fact.name()).add(fact.text()));
    return this;
  }

  /// A list of judgements.
  public JsonObject verdicts(String name, List<Verdict> verdicts) {
    return objects(
        name,
        verdicts,
        verdict ->
            new JsonObject()
                .text("state", verdict.severity().key())
                .text("sign", verdict.severity().sign())
                .text("title", verdict.title())
                .text("text", verdict.text())
                .text("more", verdict.more()));
  }

  /// Adds a `DIST` of the result document, in the unit of its name.
  public JsonObject distribution(String name, @Nullable Distribution values) {
    if (values == null) {
      return this;
    }
    return object(
        name,
        new JsonObject()
            .flag("exact", values.exact())
            .whole("count", values.count())
            .number("mean", values.mean())
            .number("std", values.std())
            .number("min", values.min())
            .number("p50", values.p50())
            .number("p90", values.p90())
            .number("p95", values.p95())
            .number("p99", values.p99())
            .number("p999", values.p999())
            .number("max", values.max())
            .number("n_effective", values.nEffective()));
  }

  /// Nothing where the object would be empty.
  public @Nullable JsonObject orNothing() {
    return node.isEmpty() ? null : this;
  }

  /// The document as indented text.
  public static String text(ObjectNode document) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n";
  }

  /// The object so far; it changes with this.
  public ObjectNode node() {
    return node;
  }
}
