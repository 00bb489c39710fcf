package dev.goodput.metrics.result;

import dev.goodput.record.ModelName;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The prices of several models, before the model of a run is known. It gives no costs alone.
///
/// @param name the name of its file
/// @param models prices by model name, in the file's order; at least one
public record PriceList(String name, Map<String, ModelPrice> models) implements Pricing {
  /// Copies the map.
  ///
  /// @throws IllegalArgumentException if there is no model
  public PriceList {
    models = Collections.unmodifiableMap(new LinkedHashMap<>(models));
    if (models.isEmpty()) {
      throw new IllegalArgumentException("a price list has a model");
    }
  }

  @Override
  public String currency() {
    return models.values().stream()
        .map(ModelPrice::currency)
        .distinct()
        .collect(Collectors.joining(", "));
  }

  @Override
  public String basis() {
    return name;
  }

  /// Returns the prices of a model, by its name or another spelling of it.
  public Optional<ModelPrice> of(String model) {
    return models.values().stream().filter(each -> ModelName.same(each.model(), model)).findFirst();
  }
}
