package dev.goodput.metrics.traffic;

/// What traffic is told apart by.
public enum TrafficLabel {
  /// The model as the client asked for it.
  MODEL("model"),
  /// Whose request it was.
  TENANT("tenant"),
  /// The route by its configured name, or the path.
  ROUTE("route"),
  /// The upstream that was asked.
  UPSTREAM("upstream"),
  /// The SLO class that it is judged by.
  SLO_CLASS("slo_class");

  private final String word;

  TrafficLabel(String word) {
    this.word = word;
  }

  /// The word in metrics and documents.
  public String word() {
    return word;
  }
}
