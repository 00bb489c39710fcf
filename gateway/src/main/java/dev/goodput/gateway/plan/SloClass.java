package dev.goodput.gateway.plan;

import dev.goodput.metrics.slo.Slo;

/// A named SLO that requests are judged by.
///
/// @param name the name in labels and records
/// @param slo the bounds
public record SloClass(String name, Slo slo) {
  /// @throws PlanException an invalid name
  public SloClass {
    Checks.name("name", name);
  }

  /// Returns a class for a preset or an expression. Its name is that of the preset, or `default`.
  ///
  /// @throws dev.goodput.metrics.slo.SloSyntaxException a text that is neither
  public static SloClass of(String expressionOrPreset) {
    Slo slo = Slo.parse(expressionOrPreset);
    String name = slo.name();
    return new SloClass(name == null ? "default" : name, slo);
  }
}
