package dev.goodput.metrics.stream;

/// Where the number of tokens in each chunk of a stream came from, from the best source to the
/// worst. [RequestView#itlSource()] decides it for a request, [ItlTally#source()] for many.
public enum ItlSource {
  /// Usage in every chunk.
  USAGE("usage"),
  /// The tokenizer on each chunk's text.
  TOKENIZER("tokenizer"),
  /// One token a chunk, as chunks and tokens differ by at most 1 % or by at most one token.
  CHUNKS("chunks"),
  /// Nothing: only the token-weighted mean is known.
  NONE("none");

  private final String key;

  ItlSource(String key) {
    this.key = key;
  }

  /// Returns the key used in documents.
  public String key() {
    return key;
  }
}
