package dev.goodput.simulator.engine;

import dev.goodput.simulator.profile.EngineProfile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// A continuous-batching engine with chunked prefill, paged KV memory, prefix cache and preemption
/// by recomputation, after vLLM's V1 scheduler.
///
/// The driver owns the time: [#begin] schedules the next step and says how long it takes, [#end]
/// emits its tokens, all at the step's end. Between the two it may [#submit] (those wait for the
/// next step) and [#abort].
///
/// @param <T> what the driver hangs on a sequence
public final class Engine<T> {
  private final EngineProfile profile;
  private final EngineListener<T> listener;
  private final StepTime stepTime;
  private final BlockPool pool;
  private final int maxModelLen;
  private final ArrayDeque<Sequence<T>> waiting = new ArrayDeque<>();
  private final List<Sequence<T>> running = new ArrayList<>();
  private final StepLoad load = new StepLoad();
  private final Counters counters = new Counters();
  private long nonces;
  private int budget;
  private boolean inStep;

  /// An engine with nothing to do.
  public Engine(EngineProfile profile, EngineListener<T> listener) {
    this.profile = profile;
    this.listener = listener;
    stepTime = new StepTime(profile);
    pool = new BlockPool(profile.kvBlocks(), profile.limits().prefixCaching());
    maxModelLen = profile.maxModelLen();
  }

  /// What it simulates.
  public EngineProfile profile() {
    return profile;
  }

  /// Puts a request at the end of the queue.
  ///
  /// @throws IllegalArgumentException when it is longer than the engine's longest length
  public Sequence<T> submit(EngineRequest request, T owner) {
    long tokens = (long) request.promptTokens() + request.outputTokens();
    if (tokens > maxModelLen) {
      throw new IllegalArgumentException(
          "request of %d tokens, longest is %d".formatted(tokens, maxModelLen));
    }
    Sequence<T> sequence = new Sequence<>(request, owner, Hashes.mix(++nonces));
    waiting.addLast(sequence);
    return sequence;
  }

  /// Takes a request out at once, wherever it is; its blocks are free from now on. No effect when
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

  /// Nothing runs and nothing waits.
  public boolean idle() {
    return running.isEmpty() && waiting.isEmpty();
  }

  /// Schedules the next step.
  ///
  /// @return how long it takes, ns (at least 1), or 0 when there is nothing to do
  /// @throws IllegalStateException when the step before has not ended
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

  /// Ends the step that [#begin] scheduled: its tokens go to the listener.
  ///
  /// @throws IllegalStateException when no step is under way
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

  /// Counters and gauges of this moment.
  public EngineStats stats() {
    return counters.snapshot(
        running.size(), waiting.size(), pool.capacity(), pool.capacity() - pool.free());
  }

  /// Gives each running sequence its tokens of this step, in order.
  ///
  /// @return false when one had to be preempted
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

  /// Full blocks found from the beginning on, never all of the prompt: a token must be left to
  /// compute.
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

  /// Books what the step computed for a sequence.
  ///
  /// @return true when it has a new token
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
}
