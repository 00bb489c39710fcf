package dev.goodput.simulator.text;

/// A receiver of tokens.
@FunctionalInterface
public interface TokenSink {
  /// Receives a token's number.
  void token(int id);
}
