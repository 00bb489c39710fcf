package dev.goodput.wire.http;

/// A receiver of a body.
@FunctionalInterface
public interface BodySink {
  /// Receives decoded body bytes. The array belongs to the caller and changes after the call.
  void body(byte[] bytes, int from, int to);
}
