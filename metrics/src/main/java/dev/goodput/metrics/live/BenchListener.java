package dev.goodput.metrics.live;

import dev.goodput.record.LevelEnded;

/// A listener for the progress of a benchmark. It is called on the benchmark's thread and must
/// return quickly.
public interface BenchListener {
  /// A listener that does nothing.
  BenchListener SILENT =
      new BenchListener() {
        @Override
        public boolean wantsProgress() {
          return false;
        }
      };

  /// Called when the client starts to warm up its own code. The target receives no request
  /// meanwhile.
  default void warmingUp() {}

  /// Called when a level starts.
  ///
  /// @param index the level, from 0
  /// @param levels the number of levels
  default void levelStarted(int index, int levels, Load load) {}

  /// Returns whether the progress of a level that is not being drained is of use: to compute it
  /// takes a fifth of the time of a run in virtual time.
  default boolean wantsProgress() {
    return true;
  }

  /// Called with the progress of the running level, about four times a second.
  default void progress(Progress progress) {}

  /// Called when a level ended.
  ///
  /// @param reason why it did not end as planned, in one line; empty if it did
  default void levelEnded(int index, LevelEnded.Ending ending, String reason) {}

  /// The planned load of a level.
  ///
  /// @param arrivals the kind of arrivals, by its word
  /// @param profile how the rate changes, such as `2→20/s`; empty if it is constant
  /// @param rate requests per second; NaN if the arrivals have no rate
  /// @param concurrency concurrent users of a closed loop; 0 for an open loop
  /// @param maxInFlight the limit on requests in flight; 0 for none
  /// @param slice the part of the load that this machine sends, such as `2/4`; empty for all of it
  record Load(
      String arrivals,
      String profile,
      double rate,
      int concurrency,
      int maxInFlight,
      String slice) {
    /// Returns whether users wait for their responses before they send the next request.
    public boolean closed() {
      return concurrency > 0;
    }
  }
}
