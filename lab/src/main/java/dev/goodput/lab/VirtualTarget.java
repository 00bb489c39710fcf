package dev.goodput.lab;

import dev.goodput.load.EngineOptions;
import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LevelTask;
import dev.goodput.load.LoadEngine;
import dev.goodput.load.LoadSink;
import dev.goodput.simulator.engine.EngineStats;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.text.PieceTokenizer;
import dev.goodput.simulator.virtual.VirtualEngine;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.client.TargetFacts;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.prompt.PromptWriter;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.StringTokenizer;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/// The simulated engine in virtual time: the same plans, sessions and records as over HTTP,
/// thousands of times as fast, with no client to distrust and a truth that is known.
///
/// Stamps are virtual nanoseconds; time begins at 0 and goes on from level to level, and so does
/// the engine with its cache. Tokenizers, time-outs and the dialect have no part in it.
public final class VirtualTarget implements Target {
  private final EngineProfile profile;
  private final VirtualEngine engine;
  private final VirtualLoop loop;
  private final LoadEngine load;

  /// An engine of this profile, at time 0.
  public VirtualTarget(EngineProfile profile) {
    this.profile = profile;
    this.engine = new VirtualEngine(profile);
    this.loop = new VirtualLoop(engine);
    VirtualSender sender = new VirtualSender(engine, profile.maxModelLen());
    EngineOptions.LoopBinding seat = new EngineOptions.LoopBinding(loop, sender);
    this.load = new LoadEngine(EngineOptions.of(List.of(seat), loop, 0));
  }

  @Override
  public TargetFacts facts() {
    String name = profile.model().name();
    return new TargetFacts(
        name,
        List.of(name),
        OptionalInt.of(profile.maxModelLen()),
        true,
        true,
        "goodput-virtual",
        0,
        OptionalInt.empty(),
        0,
        promptCounts(),
        List.of(),
        HttpVersion.ONE);
  }

  /// What a server would have named for the probes: prompts whose words cost what the engine finds
  /// in them share as many of its tokens as they were meant to.
  private static List<TargetFacts.ProbeCount> promptCounts() {
    return PromptWriter.probes().stream()
        .map(probe ->
            new TargetFacts.ProbeCount(
                new StringTokenizer(probe).countTokens(), PieceTokenizer.count(probe)))
        .toList();
  }

  /// The engine's own counters: the truth to hold records against.
  public EngineStats stats() {
    return engine.stats();
  }

  /// Samples the engine's counters from now on, once per interval of virtual time and whenever a
  /// level starts or ends.
  ///
  /// @param sampler receives the counters and their moment, in ns of virtual time
  public void sample(Duration interval, ObjLongConsumer<EngineStats> sampler) {
    engine.sample(interval.toNanos(), sampler);
  }

  @Override
  public void pause(long nanos) {
    long end = engine.nowNanos() + nanos;
    loop.at(end, () -> {});
    loop.runUntil(end);
  }

  @Override
  public LevelOutcome run(BenchPlan plan, int index, SessionSource source, LoadSink sink) {
    LevelTask task =
        new LevelTask(
            index,
            plan.levels().get(index),
            source,
            VirtualRequest::encode,
            plan.ask().stream(),
            plan.retry(),
            plan.cancellation(),
            plan.seed(index),
            null);
    engine.sampleNow();
    try {
      return load.run(task, sink, loop);
    } finally {
      engine.sampleNow();
    }
  }

  @Override
  public void drain() {
    load.drain();
  }

  @Override
  public void stop() {
    load.stop();
  }

  @Override
  public @Nullable LevelOutcome interrupted() {
    return load.interrupted();
  }

  @Override
  public void close() {}
}
