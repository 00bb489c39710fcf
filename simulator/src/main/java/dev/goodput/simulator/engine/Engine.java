package dev.goodput.simulator.engine;

import dev.goodput.record.SplitMix64;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// A continuous-batching engine with chunked prefill, paged KV memory, prefix cache and preemption
/// by recomputation, modelled on vLLM's V1 scheduler.
///
/// The driver controls time: [#begin] schedules the next step and returns its duration, and [#end]
/// emits its tokens, all at the step's end. Between the two calls, the driver may [#submit]
/// requests, which wait for the next step, and [#abort] them.
///
/// @param <T> the driver's data attached to a sequence
public final class Engine<T> {
  private final EngineProfile profile;
  private final EngineListener<T> listener;
  private final StepTime stepTime;
  private final BlockPool pool;
  private final int maxModelLen;
  private final ArrayDeque<Sequence<T>> waiting = new ArrayDeque<>();
  private final List<Sequence<T>> running = new ArrayList<>();
  private final StepWork load = new StepWork();
  private final Counters counters = new Counters();
  private long nonces;
  private int budget;
  private boolean inStep;

  /// Creates an idle engine.
  public Engine(EngineProfile profile, EngineListener<T> listener) {
    this.profile = profile;
    this.listener = listener;
    stepTime = new StepTime(profile);
    pool = new BlockPool(profile.kvBlocks(), profile.limits().prefixCaching());
    maxModelLen = profile.maxModelLen();
  }

  /// Returns the simulated profile.
  public EngineProfile profile() {
    return profile;
  }

  /// Adds a request to the end of the queue.
  ///
  /// @throws IllegalArgumentException if it exceeds the engine's maximum length
  public Sequence<T> submit(EngineRequest request, T owner) {
    long tokens = (long) request.promptTokens() + request.outputTokens();
    if (tokens > maxModelLen) {
      throw new IllegalArgumentException(
          "request of %d tokens, longest is %d".formatted(tokens, maxModelLen));
    }
    Sequence<T> sequence = new Sequence<>(request, owner, SplitMix64.mix(++nonces));
    waiting.addLast(sequence);
    return sequence;
  }

  /// Removes a request immediately, in any state; its blocks are free from now on. Has no effect if
  /// it is over already.
  public void abort(Sequence<T> sequence) {
    switch (sequence.state) {
      case WAITING -> waiting.remove(sequence);
      case RUNNING -> {
        running.remove(sequence);
        pool.release(sequence.blocks);
      }
      case FINISHED, ABORTED -> {
        return;
      }
    }
    sequence.state = Sequence.State.ABORTED;
    counters.aborted++;
  }

  /// Returns whether nothing runs and nothing waits.
  public boolean idle() {
    return running.isEmpty() && waiting.isEmpty();
  }

  /// Schedules the next step.
  ///
  /// @return its duration in nanoseconds (at least 1), or 0 if there is nothing to do
  /// @throws IllegalStateException if the previous step has not ended
  public long begin(long nowNanos) {
    if (inStep) {
      throw new IllegalStateException("the step before has not ended");
    }
    if (idle()) {
      return 0;
    }
    load.clear();
    budget = profile.limits().maxNumBatchedTokens();
    if (continueRunning(nowNanos)) {
      admitWaiting(nowNanos);
    }
    inStep = true;
    long duration = Math.max(1, Math.round(stepTime.seconds(load) * 1e9));
    counters.steps++;
    counters.busyNanos += duration;
    counters.scheduledTokens += load.tokens;
    return duration;
  }

  /// Ends the step that [#begin] scheduled and passes its tokens to the listener.
  ///
  /// @throws IllegalStateException if no step is running
  public void end(long nowNanos) {
    if (!inStep) {
      throw new IllegalStateException("no step is under way");
    }
    inStep = false;
    int kept = 0;
    List<Sequence<T>> emitting = new ArrayList<>(running.size());
    for (int i = 0; i < running.size(); i++) {
      Sequence<T> sequence = running.get(i);
      if (sequence.chunk > 0 && advance(sequence)) {
        emitting.add(sequence);
      }
      if (sequence.state == Sequence.State.RUNNING) {
        running.set(kept++, sequence);
      }
    }
    running.subList(kept, running.size()).clear();
    for (Sequence<T> sequence : emitting) {
      if (sequence.state != Sequence.State.ABORTED) {
        counters.generationTokens++;
        listener.token(sequence, nowNanos);
      }
    }
  }

  /// Returns the current counters and gauges.
  public EngineStats stats() {
    return counters.snapshot(
        running.size(), waiting.size(), pool.capacity(), pool.capacity() - pool.free());
  }

  /// Assigns each running sequence its tokens of this step, in order.
  ///
  /// @return false if a sequence had to be preempted
  private boolean continueRunning(long nowNanos) {
    boolean nobodyPreempted = true;
    for (int i = 0; i < running.size(); i++) {
      Sequence<T> sequence = running.get(i);
      sequence.chunk = 0;
      int chunk = Math.min(sequence.totalTokens() - sequence.computed, budget);
      if (chunk == 0) {
        continue;
      }
      while (running.size() > i && lacksBlocks(sequence, chunk)) {
        preempt(running.removeLast(), nowNanos);
        nobodyPreempted = false;
      }
      if (running.size() > i) {
        schedule(sequence, chunk);
      }
    }
    return nobodyPreempted;
  }

  private boolean lacksBlocks(Sequence<T> sequence, int chunk) {
    return blocksFor(sequence.computed + chunk) - sequence.blocks.size() > pool.free();
  }

  private void preempt(Sequence<T> victim, long nowNanos) {
    pool.release(victim.blocks);
    victim.computed = 0;
    victim.chunk = 0;
    victim.preemptions++;
    victim.state = Sequence.State.WAITING;
    waiting.addFirst(victim);
    counters.preemptions++;
    listener.preempted(victim, nowNanos);
  }

  /// Admits from the front of the queue while budget, slots and blocks last.
  private void admitWaiting(long nowNanos) {
    while (!waiting.isEmpty() && budget > 0 && running.size() < profile.limits().maxNumSeqs()) {
      Sequence<T> sequence = waiting.getFirst();
      int hits = prefixHits(sequence);
      int unusedHits = 0;
      for (int i = 0; i < hits; i++) {
        unusedHits += pool.unused(pool.find(sequence.hashOf(i))) ? 1 : 0;
      }
      if (blocksFor(sequence.totalTokens()) - hits > pool.free() - unusedHits) {
        return;
      }
      waiting.removeFirst();
      for (int i = 0; i < hits; i++) {
        int block = pool.find(sequence.hashOf(i));
        pool.share(block);
        sequence.blocks.add(block);
      }
      sequence.computed = hits * EngineProfile.BLOCK_TOKENS;
      sequence.state = Sequence.State.RUNNING;
      running.add(sequence);
      countAdmission(sequence, nowNanos);
      schedule(sequence, Math.min(sequence.totalTokens() - sequence.computed, budget));
    }
  }

  /// Returns the number of cached full blocks from the start of the prompt, but never the whole
  /// prompt: at least one token must be computed.
  private int prefixHits(Sequence<T> sequence) {
    int most = (sequence.totalTokens() - 1) / EngineProfile.BLOCK_TOKENS;
    int hits = 0;
    while (hits < most && pool.find(sequence.hashOf(hits)) >= 0) {
      hits++;
    }
    return hits;
  }

  private void countAdmission(Sequence<T> sequence, long nowNanos) {
    if (sequence.everScheduled()) {
      return;
    }
    sequence.scheduledNanos = nowNanos;
    sequence.cachedTokens = sequence.computed;
    counters.prefixQueryTokens += sequence.request.promptTokens();
    counters.prefixHitTokens += sequence.computed;
    listener.scheduled(sequence, nowNanos);
  }

  private void schedule(Sequence<T> sequence, int chunk) {
    int after = sequence.computed + chunk;
    for (int missing = blocksFor(after) - sequence.blocks.size(); missing > 0; missing--) {
      sequence.blocks.add(pool.take());
    }
    sequence.chunk = chunk;
    budget -= chunk;
    boolean sampling = after == sequence.totalTokens();
    if (chunk == 1 && sampling && sequence.generated > 0) {
      load.decode(after);
    } else {
      load.prefill(chunk, sequence.computed, sampling);
    }
    int again = Math.min(after, sequence.highWater) - sequence.computed;
    if (again > 0) {
      sequence.recomputedTokens += again;
      counters.recomputedTokens += again;
    }
    sequence.highWater = Math.max(sequence.highWater, after);
  }

  /// Records what the step computed for a sequence.
  ///
  /// @return true if it has a new token
  private boolean advance(Sequence<T> sequence) {
    int full = sequence.computed / EngineProfile.BLOCK_TOKENS;
    sequence.computed += sequence.chunk;
    sequence.chunk = 0;
    int fullNow = sequence.computed / EngineProfile.BLOCK_TOKENS;
    for (; full < fullNow; full++) {
      pool.publish(sequence.blocks.get(full), sequence.hashOf(full));
    }
    if (sequence.computed < sequence.totalTokens()) {
      return false;
    }
    if (sequence.generated++ == 0) {
      counters.promptTokens += sequence.request.promptTokens();
    }
    if (sequence.generated == sequence.request.outputTokens()) {
      sequence.state = Sequence.State.FINISHED;
      pool.release(sequence.blocks);
      counters.finished++;
    }
    return true;
  }

  private static int blocksFor(int tokens) {
    return (tokens + EngineProfile.BLOCK_TOKENS - 1) / EngineProfile.BLOCK_TOKENS;
  }

  /// The engine's mutable counters, as documented in [EngineStats].
  private static final class Counters {
    long prefixQueryTokens;
    long prefixHitTokens;
    long promptTokens;
    long generationTokens;
    long scheduledTokens;
    long recomputedTokens;
    long preemptions;
    long finished;
    long aborted;
    long steps;
    long busyNanos;

    EngineStats snapshot(int running, int waiting, int blocks, int blocksInUse) {
      return new EngineStats(
          running,
          waiting,
          blocks,
          blocksInUse,
          prefixQueryTokens,
          prefixHitTokens,
          promptTokens,
          generationTokens,
          scheduledTokens,
          recomputedTokens,
          preemptions,
          finished,
          aborted,
          steps,
          busyNanos);
    }
  }
}
