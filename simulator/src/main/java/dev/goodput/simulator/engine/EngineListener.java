package dev.goodput.simulator.engine;

/// A receiver of engine events, called on the driver's thread from [Engine#begin] (admissions and
/// preemptions) and [Engine#end] (tokens). It may submit and abort requests in [#token].
///
/// @param <T> the driver's data attached to a sequence
public interface EngineListener<T> {
  /// Called when a sequence leaves the queue for the first time.
  default void scheduled(Sequence<T> sequence, long nanos) {}

  /// Called when a running sequence loses its blocks and returns to the front of the queue.
  default void preempted(Sequence<T> sequence, long nanos) {}

  /// Called when a sequence emits a token. For its last token, its state is already FINISHED.
  void token(Sequence<T> sequence, long nanos);
}
