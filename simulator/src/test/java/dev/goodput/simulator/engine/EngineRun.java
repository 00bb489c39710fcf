package dev.goodput.simulator.engine;

import dev.goodput.simulator.profile.EngineLimits;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.ArrayList;
import java.util.List;

/// A driver that runs an engine step by step and records its events.
final class EngineRun implements EngineListener<String> {
  record Event(String owner, long nanos) {}

  final Engine<String> engine;
  final List<Event> tokens = new ArrayList<>();
  final List<String> preempted = new ArrayList<>();
  final List<String> scheduled = new ArrayList<>();
  long nowNanos;

  EngineRun(EngineLimits limits) {
    engine = new Engine<>(EngineProfile.named("rtx-4090", "llama-3.1-8b").withLimits(limits), this);
  }

  static EngineLimits blocks(int count) {
    return EngineLimits.DEFAULT.withKvBlocks(count);
  }

  Sequence<String> submit(String owner, int prompt, int output) {
    return engine.submit(EngineRequest.of(prompt, output), owner);
  }

  /// Returns a prompt whose blocks are numbered from `firstBlock` on.
  Sequence<String> submit(String owner, int prompt, int output, int firstBlock) {
    long[] hashes = new long[prompt / EngineProfile.BLOCK_TOKENS];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = (long) firstBlock + i;
    }
    return engine.submit(EngineRequest.of(prompt, output, hashes), owner);
  }

  /// Runs one step and returns its duration, 0 if there was nothing to do.
  long step() {
    long duration = engine.begin(nowNanos);
    if (duration > 0) {
      nowNanos += duration;
      engine.end(nowNanos);
    }
    return duration;
  }

  void steps(int count) {
    for (int i = 0; i < count; i++) {
      step();
    }
  }

  void finish() {
    while (step() > 0) {
      // until the engine is idle
    }
  }

  long tokensOf(String owner) {
    return tokens.stream().filter(event -> event.owner().equals(owner)).count();
  }

  @Override
  public void scheduled(Sequence<String> sequence, long nanos) {
    scheduled.add(sequence.owner());
  }

  @Override
  public void preempted(Sequence<String> sequence, long nanos) {
    preempted.add(sequence.owner());
  }

  @Override
  public void token(Sequence<String> sequence, long nanos) {
    tokens.add(new Event(sequence.owner(), nanos));
  }
}
