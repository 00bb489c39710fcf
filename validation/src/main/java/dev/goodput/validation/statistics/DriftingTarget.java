package dev.goodput.validation.statistics;

import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.Target;
import dev.goodput.lab.VirtualTarget;
import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LoadSink;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.workload.SessionSource;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// A target whose speed varies between runs: each run has its own engine, whose steps take longer
/// or shorter by a random factor.
final class DriftingTarget implements Target {
  private final EngineProfile profile;
  private final double slowdown;
  private final double deviation;
  private final SplittableRandom random;
  private final VirtualTarget example;

  /// @param slowdown that is planted, .05 for steps 5 % longer
  /// @param deviation of the logarithm of each run's own factor
  /// @param seed of those
  DriftingTarget(EngineProfile profile, double slowdown, double deviation, long seed) {
    this.profile = profile;
    this.slowdown = slowdown;
    this.deviation = deviation;
    this.random = new SplittableRandom(seed);
    this.example = new VirtualTarget(profile);
  }

  @Override
  public TargetFacts facts() {
    return example.facts();
  }

  @Override
  public void pause(long nanos) {}

  @Override
  public LevelOutcome run(BenchPlan plan, int index, SessionSource source, LoadSink sink) {
    double factor = (1 + slowdown) * Math.exp(deviation * random.nextGaussian());
    try (VirtualTarget engine =
        new VirtualTarget(profile.withEfficiency(profile.efficiency().slowedBy(factor)))) {
      return engine.run(plan, index, source, sink);
    }
  }

  @Override
  public void drain() {
    example.drain();
  }

  @Override
  public void stop() {
    example.stop();
  }

  @Override
  public @Nullable LevelOutcome interrupted() {
    return example.interrupted();
  }

  @Override
  public void close() {
    example.close();
  }
}
