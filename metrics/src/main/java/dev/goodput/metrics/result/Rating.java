package dev.goodput.metrics.result;

/// What a figure feels like to a person; ratings are of p95.
///
/// The bands are those of docs/reference/slo.md.
public enum Rating {
  /// TTFT below 100 ms.
  INSTANT,
  /// TTFT below 200 ms, TPOT below 30 ms, end-to-end below the band of its length.
  EXCELLENT,
  /// TTFT to 800 ms, TPOT to 80 ms, end-to-end within the band of its length.
  ACCEPTABLE,
  /// TPOT to 100 ms.
  NOTICEABLE,
  /// TTFT to 1 s, end-to-end above the band of its length.
  SLOW,
  /// TTFT above 1 s, TPOT above 100 ms.
  POOR,
  /// TPOT above 150 ms.
  STUTTERS,
  /// TTFT above 2 s.
  ABANDONED;

  private static final double[] BAND_TOKENS = {100, 500, 2000};
  private static final double[] BAND_FROM_MILLIS = {2_000, 8_000, 30_000};
  private static final double[] BAND_TO_MILLIS = {8_000, 30_000, 120_000};

  /// Returns the label used in reports: the name in lower case.
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /// Rates a time to first token.
  public static Rating ofTtft(double millis) {
    if (millis < 100) {
      return INSTANT;
    }
    if (millis < 200) {
      return EXCELLENT;
    }
    if (millis <= 800) {
      return ACCEPTABLE;
    }
    if (millis <= 1000) {
      return SLOW;
    }
    return millis <= 2000 ? POOR : ABANDONED;
  }

  /// Rates a time per output token.
  public static Rating ofTpot(double millis) {
    if (millis < 30) {
      return EXCELLENT;
    }
    if (millis <= 80) {
      return ACCEPTABLE;
    }
    if (millis <= 100) {
      return NOTICEABLE;
    }
    return millis <= 150 ? POOR : STUTTERS;
  }

  /// Rates an end-to-end latency by the length of the answer. Between and beyond the three lengths
  /// that have a band, edges are interpolated on logarithmic axes.
  ///
  /// @param millis the latency
  /// @param tokens output tokens of the answer, at least 1
  public static Rating ofE2el(double millis, double tokens) {
    if (millis < edge(BAND_FROM_MILLIS, tokens)) {
      return EXCELLENT;
    }
    return millis <= edge(BAND_TO_MILLIS, tokens) ? ACCEPTABLE : SLOW;
  }

  private static double edge(double[] edges, double tokens) {
    int upper = tokens <= BAND_TOKENS[1] ? 1 : 2;
    double share =
        Math.log(Math.max(1, tokens) / BAND_TOKENS[upper - 1])
            / Math.log(BAND_TOKENS[upper] / BAND_TOKENS[upper - 1]);
    return edges[upper - 1] * Math.pow(edges[upper] / edges[upper - 1], share);
  }
}
