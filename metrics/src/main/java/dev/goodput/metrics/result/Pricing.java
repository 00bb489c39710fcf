package dev.goodput.metrics.result;

/// How the cost of a run is computed: by the hour, or by the token.
public sealed interface Pricing permits Cost, ModelPrice, PriceList {
  /// Returns the currency, for example `USD`.
  String currency();

  /// Returns what the cost is based on, for reports.
  String basis();
}
