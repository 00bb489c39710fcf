package dev.goodput.lab;

import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LoadSink;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.workload.SessionSource;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Something that is asked on a schedule and gives back records.
///
/// `run` works on the thread that calls it. `drain` and `stop` may come from any thread at any time
/// and hold for the levels after them too.
public interface Target extends AutoCloseable {
  /// What the pre-flight probe found.
  TargetFacts facts();

  /// Gets the client itself ready, unseen by the target; before the first level.
  ///
  /// @param scratch a directory that is not there yet and is gone afterwards
  default void warmUp(BenchPlan plan, Path scratch) {}

  /// Lets some quiet time pass between levels, on the target's clock.
  void pause(long nanos);

  /// Carries out one level; entries go to the sink in the order of the run's log.
  ///
  /// @param index the level's place in the plan
  /// @param source what to ask, opened for this level
  LevelOutcome run(BenchPlan plan, int index, SessionSource source, LoadSink sink);

  /// Takes up nothing more, and follows what is in flight to its end, as long as the plan lets it.
  void drain();

  /// Leaves everything at once.
  void stop();

  /// How an experiment ends that was drained or stopped between its levels, null where it was not.
  @Nullable LevelOutcome interrupted();

  @Override
  void close();
}
