package dev.goodput.record;

/// The source of an output token count, best first.
public enum TokenSource {
  /// The last usage that the server sent.
  USAGE,
  /// A tokenizer over the whole text.
  TOKENIZER,
  /// The number of content chunks.
  CHUNKS
}
