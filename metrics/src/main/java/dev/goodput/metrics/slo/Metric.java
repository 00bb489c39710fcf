package dev.goodput.metrics.slo;

/// What an SLO can bound, each a duration of one request.
public enum Metric {
  /// Time to first token.
  TTFT("ttft", true),
  /// Time per output token: generation time ÷ (N − 1).
  TPOT("tpot", true),
  /// Inter-token latency of a request: the mean over its tokens; its longest is [#CHUNK_GAP].
  ITL("itl", true),
  /// End-to-end latency: start to last token.
  E2EL("e2el", false),
  /// Time to the first body byte.
  FIRST_BYTE("first_byte", true),
  /// Time to the first content of the answer channel.
  FIRST_ANSWER("first_answer", true),
  /// First token to last token.
  GENERATION_TIME("generation_time", true),
  /// The longest gap between two content events.
  CHUNK_GAP("chunk_gap", true),
  /// The longest stall of a reader at the reading pace.
  STALL("stall", true);

  private final String word;
  private final boolean needsStream;

  Metric(String word, boolean needsStream) {
    this.word = word;
    this.needsStream = needsStream;
  }

  /// The word in expressions.
  public String word() {
    return word;
  }

  /// Whether it cannot exist without streaming, so that bounding it with `--no-stream` is a usage
  /// error.
  public boolean needsStream() {
    return needsStream;
  }
}
