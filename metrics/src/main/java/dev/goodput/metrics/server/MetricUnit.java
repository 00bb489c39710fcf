package dev.goodput.metrics.server;

/// A unit of measure: the suffix of Prometheus names, and the OTLP unit (UCUM).
public enum MetricUnit {
  /// No unit: a plain count.
  NONE("", "", ""),
  /// Seconds.
  SECONDS("seconds", "s", ""),
  /// Bytes.
  BYTES("bytes", "By", ""),
  /// Watts.
  WATTS("watts", "W", ""),
  /// Joules.
  JOULES("joules", "J", ""),
  /// Tokens.
  TOKENS("tokens", "{token}", "tokens"),
  /// Requests.
  REQUESTS("requests", "{request}", "requests"),
  /// A share, 0 to 1.
  RATIO("ratio", "1", ""),
  /// Tokens per second.
  TOKENS_PER_SECOND("tokens_per_second", "{token}/s", "tokens"),
  /// Requests per second.
  REQUESTS_PER_SECOND("requests_per_second", "{request}/s", "requests");

  private final String suffix;
  private final String ucum;
  private final String counted;

  MetricUnit(String suffix, String ucum, String counted) {
    this.suffix = suffix;
    this.ucum = ucum;
    this.counted = counted;
  }

  /// Returns the suffix of names, without an underscore; empty if there is none.
  public String suffix() {
    return suffix;
  }

  /// Returns what a UCUM unit has in braces. Names derived from units omit that part, so our OTLP
  /// names contain it: a collector then derives the names of our Prometheus page from them.
  public String counted() {
    return counted;
  }

  /// Returns the UCUM unit.
  public String ucum() {
    return ucum;
  }
}
