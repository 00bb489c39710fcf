package dev.goodput.record;

/// Where an output token count came from, best first.
public enum TokenSource {
  /// The last usage the server named.
  USAGE,
  /// A tokenizer over the whole text.
  TOKENIZER,
  /// The number of content chunks.
  CHUNKS
}
