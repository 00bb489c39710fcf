package dev.goodput.metrics.live;

import dev.goodput.record.LevelEnded;

/// Hears how a bench goes, on the bench's thread; what it does there must be short.
public interface BenchListener {
  /// Hears nothing.
  BenchListener SILENT = new BenchListener() {};

  /// The client warms its own path, unseen by the target.
  default void warmingUp() {}

  /// A level begins.
  ///
  /// @param index from 0
  /// @param levels how many there are
  default void levelBegins(int index, int levels, Load load) {}

  /// Where the running level stands; about four times a second.
  default void progress(Progress progress) {}

  /// A level ended.
  ///
  /// @param reason why it did not end as planned, in one clear line; empty where it did
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
    /// Whether users wait for their answers before they ask again.
    public boolean closed() {
      return concurrency > 0;
    }
  }
}
