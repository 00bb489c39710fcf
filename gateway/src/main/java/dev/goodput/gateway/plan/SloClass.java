package dev.goodput.gateway.plan;

import dev.goodput.metrics.slo.Slo;

/// A promise that requests are judged by.
///
/// @param name as labels and records have it
/// @param slo the bounds
public record SloClass(String name, Slo slo) {
  /// @throws PlanException where the name is none
  public SloClass {
    Checks.name("name", name);
  }

  /// A class for a preset or an expression, by the preset's name or as `default`.
  ///
  /// @throws dev.goodput.metrics.slo.SloSyntaxException where it is neither
  public static SloClass of(String expressionOrPreset) {
    Slo slo = Slo.parse(expressionOrPreset);
    String name = slo.name();
    return new SloClass(name == null ? "default" : name, slo);
  }
}
