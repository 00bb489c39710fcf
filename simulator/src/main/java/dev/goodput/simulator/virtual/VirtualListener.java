package dev.goodput.simulator.virtual;

/// What one request is told while it is answered in virtual time.
public interface VirtualListener {
  /// One more token came out, at that moment (ns of virtual time).
  default void token(VirtualCall call, long nanos) {}

  /// All tokens are out.
  void finished(VirtualCall call, long nanos);
}
