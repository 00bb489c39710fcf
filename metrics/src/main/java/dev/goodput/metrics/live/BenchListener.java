package dev.goodput.metrics.live;

import dev.goodput.record.LevelEnded;

/// A listener for the progress of a bench. It is called on the bench's thread and must return
/// quickly.
public interface BenchListener {
  /// A listener that does nothing.
  BenchListener SILENT = new BenchListener() {};

  /// Called when the client warms up its own path, unseen by the target.
  default void warmingUp() {}

  /// Called when a level starts.
  ///
  /// @param index the level, from 0
  /// @param levels how many there are
  default void levelBegins(int index, int levels, Load load) {}

  /// Called with the progress of the running level, about four times a second.
  default void progress(Progress progress) {}

  /// Called when a level ended.
  ///
  /// @param reason why it did not end as planned, in one clear line; empty if it did
  default void levelEnded(int index, LevelEnded.Ending ending, String reason) {}

  /// The load of a level by plan.
  ///
  /// @param arrivals the word of the arrivals' kind
  /// @param profile how the rate changes: `2→20/s`; empty where it does not
  /// @param rate requests per second, NaN where the arrivals have none
  /// @param concurrency users at once in a closed loop, 0 in an open one
  /// @param maxInFlight the cap on requests in flight, 0 for none
  /// @param slice which part of the plan is asked here: `2/4`; empty where all of it is
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
