package dev.goodput.simulator.http;

/// How long answers are where the request leaves it to the model.
public enum OutputLengths {
  /// As a chat model ends by itself: log-normal, median 180 tokens, σ = 0.9 (mean about 270), never
  /// more than `max_tokens`. With `ignore_eos` exactly `max_tokens`.
  NATURAL,
  /// Always `max_tokens` where the request gives it, natural where it does not.
  AS_ASKED
}
