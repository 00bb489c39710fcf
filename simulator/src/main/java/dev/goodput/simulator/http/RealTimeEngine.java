package dev.goodput.simulator.http;

import dev.goodput.simulator.engine.Engine;
import dev.goodput.simulator.engine.EngineListener;
import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.engine.EngineStats;
import dev.goodput.simulator.engine.Sequence;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Timer;
import org.jspecify.annotations.Nullable;

/// A driver of the engine in real time on an absolute schedule: a step ends when the previous one
/// ended plus its duration, however late the timer fires, so lateness does not accumulate. After a
/// pause of the machine, the overdue steps are run at once, and the lag is recorded.
final class RealTimeEngine {
  private static final int MAX_STEPS_AT_ONCE = 64;

  private final Engine<Completion> engine;
  private final Loop loop;
  private final NanoClock clock;
  private @Nullable Timer timer;
  private boolean inStep;
  private boolean ending;
  private long stepEndNanos;
  private long worstLagNanos;

  RealTimeEngine(
      EngineProfile profile, Loop loop, NanoClock clock, EngineListener<Completion> listener) {
    engine = new Engine<>(profile, listener);
    this.loop = loop;
    this.clock = clock;
  }

  /// Submits a request; an idle engine starts with it at once.
  Sequence<Completion> submit(EngineRequest request, Completion completion) {
    Sequence<Completion> sequence = engine.submit(request, completion);
    if (!inStep && !ending) {
      // Deferred until the caller has bound the sequence, as the first step's admission already
      // reports.
      loop.execute(this::wake);
    }
    return sequence;
  }

  void abort(Sequence<Completion> sequence) {
    engine.abort(sequence);
  }

  EngineStats stats() {
    return engine.stats();
  }

  /// Returns the largest lag of the loop behind the schedule, in nanoseconds.
  long worstLagNanos() {
    return worstLagNanos;
  }

  /// Stops running steps.
  void stop() {
    if (timer != null) {
      timer.cancel();
    }
    inStep = true;
    ending = true;
  }

  private void wake() {
    if (!inStep && !ending) {
      begin(clock.nanoTime());
    }
  }

  private void begin(long nanos) {
    long duration = engine.begin(nanos);
    inStep = duration > 0;
    stepEndNanos = nanos + duration;
    if (inStep && !ending) {
      timer = loop.at(stepEndNanos, this::due);
    }
  }

  private void due() {
    long now = clock.nanoTime();
    worstLagNanos = Math.max(worstLagNanos, now - stepEndNanos);
    ending = true;
    for (int steps = 0; inStep && stepEndNanos <= now && steps < MAX_STEPS_AT_ONCE; steps++) {
      inStep = false;
      engine.end(stepEndNanos);
      begin(stepEndNanos);
    }
    ending = false;
    if (inStep) {
      timer = loop.at(stepEndNanos, this::due);
    }
  }
}
