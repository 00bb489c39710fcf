package dev.goodput.simulator.virtual;

/// A receiver of one request's events in virtual time.
public interface VirtualListener {
  /// Called when a token is emitted, with the time in nanoseconds of virtual time.
  default void token(VirtualCall call, long nanos) {}

  /// Called when all tokens have been emitted.
  void finished(VirtualCall call, long nanos);
}
