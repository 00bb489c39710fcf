package dev.goodput.wire.http;

/// Hears of a body.
@FunctionalInterface
public interface BodySink {
  /// Body bytes, unframed; they belong to the caller and change after the call.
  void body(byte[] bytes, int from, int to);
}
