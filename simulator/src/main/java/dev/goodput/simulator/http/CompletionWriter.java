package dev.goodput.simulator.http;

/// A writer of a response, as a stream or whole.
sealed interface CompletionWriter permits StreamWriter, UnstreamedWriter {
  /// Called when the request is in the engine.
  void started();

  /// Called when the engine has emitted more tokens.
  void advance();
}
