package dev.goodput.lab;

import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LoadSink;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.workload.SessionSource;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Hands all on to another target; a test changes what it wants to.
public abstract class TargetAround implements Target {
  protected final Target inner;

  protected TargetAround(Target inner) {
    this.inner = inner;
  }

  @Override
  public TargetFacts facts() {
    return inner.facts();
  }

  @Override
  public void warmUp(BenchPlan plan, Path scratch) {
    inner.warmUp(plan, scratch);
  }

  @Override
  public void pause(long nanos) {
    inner.pause(nanos);
  }

  @Override
  public LevelOutcome run(BenchPlan plan, int index, SessionSource source, LoadSink sink) {
    return inner.run(plan, index, source, sink);
  }

  @Override
  public void drain() {
    inner.drain();
  }

  @Override
  public void stop() {
    inner.stop();
  }

  @Override
  public @Nullable LevelOutcome interrupted() {
    return inner.interrupted();
  }

  @Override
  public void close() {
    inner.close();
  }
}
