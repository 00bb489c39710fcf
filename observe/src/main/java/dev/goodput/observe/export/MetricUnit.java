package dev.goodput.observe.export;

/// A unit of measure: the suffix of Prometheus names, and the OTLP unit (UCUM).
enum MetricUnit {
  NONE("", "", ""),
  SECONDS("seconds", "s", ""),
  BYTES("bytes", "By", ""),
  WATTS("watts", "W", ""),
  TOKENS("tokens", "{token}", "tokens"),
  REQUESTS("requests", "{request}", "requests"),
  RATIO("ratio", "1", ""),
  TOKENS_PER_SECOND("tokens_per_second", "{token}/s", "tokens"),
  REQUESTS_PER_SECOND("requests_per_second", "{request}/s", "requests");

  private final String word;
  private final String ucum;
  private final String counted;

  MetricUnit(String word, String ucum, String counted) {
    this.word = word;
    this.ucum = ucum;
    this.counted = counted;
  }

  /// Returns the suffix of names, without an underscore; empty if there is none.
  String word() {
    return word;
  }

  /// Returns what a UCUM unit has in braces. Names derived from units omit that part, so our OTLP
  /// names contain it: a collector then derives the names of our Prometheus page from them.
  String counted() {
    return counted;
  }

  /// Returns the UCUM unit.
  String ucum() {
    return ucum;
  }
}
