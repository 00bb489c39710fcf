package dev.goodput.simulator.engine;

/// What the engine tells its driver, on the driver's thread, from inside [Engine#begin] (admissions
/// and preemptions) and [Engine#end] (tokens). It may submit and abort from [#token].
///
/// @param <T> what the driver hangs on a sequence
public interface EngineListener<T> {
  /// A sequence left the queue for the first time, at that moment.
  default void scheduled(Sequence<T> sequence, long nanos) {}

  /// A running sequence lost its blocks and went back to the front of the queue.
  default void preempted(Sequence<T> sequence, long nanos) {}

  /// A sequence has one more token, emitted at that moment; its state is already FINISHED when it
  /// is the last one.
  void token(Sequence<T> sequence, long nanos);
}
