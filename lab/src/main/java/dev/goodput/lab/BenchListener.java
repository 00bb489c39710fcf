package dev.goodput.lab;

import dev.goodput.load.LevelPlan;
import dev.goodput.metrics.live.Progress;
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
  default void levelBegins(int index, int levels, LevelPlan level) {}

  /// Where the running level stands; about four times a second.
  default void progress(Progress progress) {}

  /// A level ended.
  ///
  /// @param reason why it did not end as planned, in one clear line; empty where it did
  default void levelEnded(int index, LevelEnded.Ending ending, String reason) {}
}
