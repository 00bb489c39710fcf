package dev.goodput.simulator.text;

/// Takes tokens one by one.
@FunctionalInterface
public interface TokenSink {
  /// One more token, by its number.
  void token(int id);
}
