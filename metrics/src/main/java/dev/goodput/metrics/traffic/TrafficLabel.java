package dev.goodput.metrics.traffic;

/// A label that divides traffic into series.
public enum TrafficLabel {
  /// The model named in the request.
  MODEL("model"),
  /// The tenant who sent the request.
  TENANT("tenant"),
  /// The route's configured name, or the path.
  ROUTE("route"),
  /// The upstream that received the request.
  UPSTREAM("upstream"),
  /// The SLO class that judges the request.
  SLO_CLASS("slo_class");

  private final String key;

  TrafficLabel(String key) {
    this.key = key;
  }

  /// Returns the key used in metrics and documents.
  public String key() {
    return key;
  }
}
