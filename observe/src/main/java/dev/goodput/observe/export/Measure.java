package dev.goodput.observe.export;

/// What a metric is counted in: the word that ends its name for Prometheus, and the unit of OTLP
/// (UCUM).
enum Measure {
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

  Measure(String word, String ucum, String counted) {
    this.word = word;
    this.ucum = ucum;
    this.counted = counted;
  }

  /// The end of names, without an underscore; empty where there is none.
  String word() {
    return word;
  }

  /// What a unit of UCUM has in braces, which names that are made from units leave out: our names
  /// in OTLP have it, so that a collector makes the names of our page from them.
  String counted() {
    return counted;
  }

  /// The unit as UCUM writes it.
  String ucum() {
    return ucum;
  }
}
