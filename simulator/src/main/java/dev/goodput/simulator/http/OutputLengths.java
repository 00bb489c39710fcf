package dev.goodput.simulator.http;

/// The choice of output lengths if the request leaves them to the model.
public enum OutputLengths {
  /// Lengths like those of a chat model: log-normal, median 180 tokens, σ = 0.9 (mean about 270),
  /// at most `max_tokens`. With `ignore_eos` exactly `max_tokens`.
  NATURAL,
  /// Always `max_tokens` if the request sets it, natural otherwise.
  AS_REQUESTED
}
