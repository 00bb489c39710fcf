package dev.goodput.lab;

import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LoadSink;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.workload.SessionSource;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Something that takes requests on a schedule and returns records.
///
/// `run` works on the calling thread. `drain` and `stop` may be called from any thread at any time
/// and also apply to later levels.
public interface Target extends AutoCloseable {
  /// Returns the results of the pre-flight probe.
  TargetFacts facts();

  /// Warms up the client itself, before the first level. The target sees none of it.
  ///
  /// @param scratch a directory that does not exist yet and is deleted afterwards
  default void warmUp(BenchPlan plan, Path scratch) {}

  /// Sets when the first level starts, for machines that start together. A level that is prepared
  /// later starts as soon as it can.
  ///
  /// @param nanoTime the start by the clock of this process
  default void setStart(long nanoTime) {}

  /// Waits between levels, on the target's clock.
  void pause(long nanos);

  /// Runs one level. Entries go to the sink in the order of the run's log.
  ///
  /// @param index the level's position in the plan
  /// @param source the requests to send, opened for this level
  LevelOutcome run(BenchPlan plan, int index, SessionSource source, LoadSink sink);

  /// Starts no more requests, and waits for those in flight as long as the plan allows.
  void drain();

  /// Drops everything at once.
  void stop();

  /// Returns the outcome of an experiment that was drained or stopped between its levels, null if
  /// it was not.
  @Nullable LevelOutcome interrupted();

  @Override
  void close();
}
