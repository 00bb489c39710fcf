package dev.goodput.simulator.virtual;

import dev.goodput.simulator.engine.Engine;
import dev.goodput.simulator.engine.EngineListener;
import dev.goodput.simulator.engine.EngineRequest;
import dev.goodput.simulator.engine.EngineStats;
import dev.goodput.simulator.engine.Sequence;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.PriorityQueue;
import java.util.function.ObjLongConsumer;

/// A discrete-event simulation of one engine and its clients.
///
/// Events planned with [#at] run in order of time, then in order of planning. While the engine is
/// in a step, time advances to the next event or the step's end, whichever comes first. An event at
/// the same time as a step's end runs before the next step is scheduled.
public final class VirtualEngine {
  private record Event(long nanos, long number, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private static final class CallNotifier implements EngineListener<VirtualCall> {
    @Override
    public void token(Sequence<VirtualCall> sequence, long nanos) {
      sequence.owner().emitted(nanos);
    }
  }

  private final Engine<VirtualCall> engine;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long planned;
  private long nowNanos;
  private long stepEndNanos = -1;
  private long sampleNanos = Long.MAX_VALUE; // when the next sample is due
  private long sampledNanos = -1;
  private long intervalNanos;
  private ObjLongConsumer<EngineStats> sampler = (_, _) -> {};

  /// Creates an idle engine at time 0.
  public VirtualEngine(EngineProfile profile) {
    engine = new Engine<>(profile, new CallNotifier());
  }

  /// Returns the time, in nanoseconds since the start.
  public long nowNanos() {
    return nowNanos;
  }

  /// Plans an action for a time that is not past.
  ///
  /// @throws IllegalArgumentException if the time is past
  public void at(long nanos, Runnable action) {
    if (nanos < nowNanos) {
      throw new IllegalArgumentException("moment " + nanos + " is before now, " + nowNanos);
    }
    events.add(new Event(nanos, planned++, action));
  }

  /// Submits a request to the engine now.
  ///
  /// @throws IllegalArgumentException if it exceeds the profile's maximum length
  public VirtualCall submit(EngineRequest request, VirtualListener listener) {
    VirtualCall call = new VirtualCall(request, nowNanos, listener);
    call.sequence = engine.submit(request, call);
    return call;
  }

  /// Removes a request from the engine now; has no effect if it is over.
  public void cancel(VirtualCall call) {
    engine.abort(call.inEngine());
  }

  /// Returns the engine's counters and gauges.
  public EngineStats stats() {
    return engine.stats();
  }

  /// Samples the engine now and then once per interval, without affecting it.
  ///
  /// A sample includes everything up to and at its time. Another call replaces the sampler.
  ///
  /// @param intervalNanos interval in virtual time, positive
  /// @param sampler receives the statistics and their time, in nanoseconds of virtual time
  public void sample(long intervalNanos, ObjLongConsumer<EngineStats> sampler) {
    this.intervalNanos = intervalNanos;
    this.sampler = sampler;
    sampledNanos = -1;
    sampleNanos = nowNanos;
    sampleNow();
  }

  /// Takes an additional sample now; has no effect without a sampler, or if one was just taken.
  public void sampleNow() {
    if (sampleNanos != Long.MAX_VALUE && sampledNanos != nowNanos) {
      take(nowNanos);
    }
  }

  private void take(long nanos) {
    sampler.accept(engine.stats(), nanos);
    sampledNanos = nanos;
    sampleNanos = nanos + intervalNanos;
  }

  private void advanceTo(long nanos) {
    while (sampleNanos < nanos) {
      take(sampleNanos);
    }
    nowNanos = nanos;
  }

  /// Runs until nothing is planned and the engine is idle.
  public void run() {
    runUntil(Long.MAX_VALUE);
  }

  /// Runs everything up to and including this time; later events stay planned.
  public void runUntil(long limitNanos) {
    beginStep();
    while (true) {
      Event next = events.peek();
      long eventNanos = next == null ? Long.MAX_VALUE : next.nanos();
      if (stepEndNanos >= 0 && stepEndNanos <= Math.min(eventNanos, limitNanos)) {
        advanceTo(stepEndNanos);
        stepEndNanos = -1;
        engine.end(nowNanos);
      } else if (next != null && eventNanos <= limitNanos) {
        advanceTo(eventNanos);
        events.remove();
        next.action().run();
      } else {
        return;
      }
      beginStep();
    }
  }

  /// Starts the next step unless another event is planned for the current time.
  private void beginStep() {
    Event next = events.peek();
    if (stepEndNanos >= 0 || (next != null && next.nanos() == nowNanos)) {
      return;
    }
    long duration = engine.begin(nowNanos);
    stepEndNanos = duration == 0 ? -1 : nowNanos + duration;
  }
}
