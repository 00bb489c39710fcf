package dev.goodput.simulator.http;

/// How an answer leaves: as a stream or whole.
sealed interface AnswerWriter permits StreamWriter, WholeWriter {
  /// The request is in the engine.
  void started();

  /// The engine has emitted more.
  void advance();
}
