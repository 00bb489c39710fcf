package dev.goodput.gateway.exchange;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.dialect.PromptSink;
import dev.goodput.wire.dialect.RequestReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The thread that reads requests' bodies, makes records and notifies the listeners.
///
/// The loops enqueue what happened and never wait. If this thread is too far behind, events are
/// dropped and counted.
final class RecordingThread implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RecordingThread.class);
  private static final long MAX_WAITING_BYTES = 64L << 20;

  /// The most bytes of one body that are decoded: a longer one counts as truncated.
  private static final long MAX_DECODED = 64L << 20;

  /// Approximate memory of an event, and of each chunk of a response.
  private static final int EVENT_BYTES = 600;

  private static final int CHUNK_BYTES = 6;

  /// Handling several exchanges at a time is cheaper than one at a time: the memory that it touches
  /// is not in the processor's caches.
  private static final long NAP_NANOS = 200_000_000;

  /// A loop that enqueues this much at once wakes the thread.
  private static final long WAKING_BYTES = 1 << 20;

  private final Queue<Event> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicLong put = new AtomicLong();
  private final AtomicLong waitingBytes = new AtomicLong();
  private final BodyMemoryBudget room;
  private final LongAdder lost = new LongAdder();
  private final LongAdder cutBodies = new LongAdder();
  private final LongAdder withoutModel = new LongAdder();
  private final LongAdder faults = new LongAdder();
  private final NanoClock clock;
  private final RecordMaker maker;
  private final List<TrafficListener> listeners;
  private final Map<ExchangeObserver, Open> open = new LinkedHashMap<>();
  private final Thread thread;
  private volatile boolean closing;
  private volatile long oldest = Long.MAX_VALUE;
  private long taken;

  /// An event that a loop enqueues.
  private sealed interface Event {
    /// Returns the approximate memory it holds, in bytes.
    default long bytes() {
      return EVENT_BYTES;
    }

    /// An upstream accepted a connection.
    record Connected(String upstream, long nanos) implements Event {}

    /// A request is complete.
    record Announced(ExchangeObserver observer) implements Event {}

    /// An attempt is over.
    record Attempted(ExchangeObserver observer, AttemptResult attempt) implements Event {
      @Override
      public long bytes() {
        return EVENT_BYTES + (long) CHUNK_BYTES * attempt.answer().log().contentEvents();
      }
    }

    /// An exchange is over.
    record Over(ExchangeObserver observer) implements Event {}
  }

  /// An exchange whose request was read.
  private record Open(RecordMaker.RequestInfo question, List<PromptSink> prompts) {}

  /// @param clock the relay's clock, whose 0 is the gateway's start
  RecordingThread(NanoClock clock, RecordMaker maker, List<TrafficListener> listeners) {
    this(clock, maker, listeners, BodyMemoryBudget.ofHeap());
  }

  RecordingThread(
      NanoClock clock, RecordMaker maker, List<TrafficListener> listeners, BodyMemoryBudget room) {
    this.clock = clock;
    this.room = room;
    this.maker = maker;
    this.listeners = List.copyOf(listeners);
    this.thread = Thread.ofPlatform().daemon().name("goodput-observer").start(this::run);
  }

  /// Enqueues a complete request. If it is dropped, its attempts will be dropped too, and those are
  /// counted.
  void announced(ExchangeObserver observer) {
    if (!full()) {
      add(new Event.Announced(observer));
    }
  }

  /// Enqueues a new connection. If it is dropped, the attempt's record still has it.
  void connected(String upstream, long nanos) {
    if (!full()) {
      add(new Event.Connected(upstream, nanos));
    }
  }

  void attempted(ExchangeObserver observer, AttemptResult attempt) {
    if (full()) {
      missed();
    } else {
      add(new Event.Attempted(observer, attempt));
    }
  }

  /// Counts an attempt without a record.
  void missed() {
    lost.increment();
  }

  /// Enqueues the end of an exchange. Never dropped, or the exchange would stay open.
  void over(ExchangeObserver observer) {
    add(new Event.Over(observer));
  }

  private boolean full() {
    return waitingBytes.get() > MAX_WAITING_BYTES;
  }

  private void add(Event event) {
    long bytes = event.bytes();
    long held = waitingBytes.addAndGet(bytes);
    waiting.add(event);
    put.incrementAndGet();
    if (held >= WAKING_BYTES && held - bytes < WAKING_BYTES) {
      LockSupport.unpark(thread);
    }
  }

  /// Returns the memory budget of bodies.
  BodyMemoryBudget room() {
    return room;
  }

  /// Returns the attempts without a record, or that a listener failed to take.
  long lost() {
    return lost.sum();
  }

  /// Returns the requests that were not read in full: there was no room, or the body could not be
  /// decoded.
  long truncatedBodies() {
    return cutBodies.sum();
  }

  /// Counts a request that was routed without a model, though routes depend on it.
  void countMissingModel() {
    withoutModel.increment();
  }

  /// Returns the requests whose body named no readable model, though routes depend on it.
  long requestsWithoutModel() {
    return withoutModel.sum();
  }

  /// Returns the faults of the gateway and of listeners so far.
  long faults() {
    return faults.sum();
  }

  /// Returns when the oldest exchange began whose end has not been handled yet, since the gateway's
  /// start; `Long.MAX_VALUE` if there is none.
  long oldestNanos() {
    return oldest;
  }

  private void run() {
    while (!closing) {
      work();
      LockSupport.parkNanos(NAP_NANOS);
    }
    work();
  }

  /// Handles what was enqueued until now, but not what arrives meanwhile: loops that enqueue
  /// without a pause must not delay the tick.
  private void work() {
    long until = put.get();
    @Nullable Event event = taken < until ? waiting.poll() : null;
    while (event != null) {
      taken++;
      waitingBytes.addAndGet(-event.bytes());
      take(event);
      yieldToLoops();
      event = taken < until ? waiting.poll() : null;
    }
    oldest = open.isEmpty() ? Long.MAX_VALUE : open.keySet().iterator().next().requestedAt();
    long now = clock.nanoTime();
    listeners.forEach(listener -> guarded(() -> listener.tick(now)));
  }

  /// A loop whose processor this thread occupies would wait until the time slice ends, up to
  /// milliseconds, and so would every response that it forwards.
  @SuppressWarnings("ThreadPriorityCheck") // Correct without the yield, only slower.
  private static void yieldToLoops() {
    Thread.yield();
  }

  private void take(Event event) {
    try {
      switch (event) {
        case Event.Connected made -> connected(made);
        case Event.Announced announced ->
            open.put(announced.observer(), read(announced.observer()));
        case Event.Attempted attempted -> publish(attempted);
        case Event.Over over -> over(over.observer(), open.remove(over.observer()));
      }
    } catch (RuntimeException | Error e) {
      fault(e);
      if (event instanceof Event.Attempted) {
        missed();
      }
    }
  }

  private void connected(Event.Connected made) {
    for (TrafficListener listener : listeners) {
      guarded(() -> listener.connected(made.upstream(), made.nanos()));
    }
  }

  private void over(ExchangeObserver observer, @Nullable Open closed) {
    observer.body().forget();
    if (closed != null) {
      over(closed.prompts());
    }
  }

  private void over(List<PromptSink> prompts) {
    for (int i = 0; i < prompts.size(); i++) {
      TrafficListener listener = listeners.get(i);
      PromptSink prompt = prompts.get(i);
      guarded(() -> listener.over(prompt));
    }
  }

  private Open read(ExchangeObserver observer) {
    List<PromptSink> prompts = new ArrayList<>();
    try {
      return read(observer, prompts);
    } catch (RuntimeException | Error e) {
      over(prompts);
      throw e;
    }
  }

  private Open read(ExchangeObserver observer, List<PromptSink> prompts) {
    Dialect dialect = observer.dialect();
    if (dialect == null) {
      return new Open(maker.question(observer, null, observer.complete()), prompts);
    }
    String coding = observer.caller().coding();
    boolean coded = BodyCoding.coded(coding);
    boolean whole = observer.complete() && !observer.body().cut() && (!coded || decodes(observer));
    if (whole) {
      listeners.forEach(listener -> prompts.add(prompt(listener)));
    } else if (observer.complete()) {
      cutBodies.increment();
    }
    RequestReader reader =
        new RequestReader(
            dialect,
            (part, bytes, from, to) ->
                prompts.forEach(prompt -> prompt.append(part, bytes, from, to)),
            observer.caller().sessionField());
    if (coded) {
      boolean _ = BodyCoding.decode(coding, observer.body()::each, MAX_DECODED, reader::feed);
    } else {
      observer.body().each(reader::feed);
    }
    observer.body().forget();
    return new Open(maker.question(observer, reader.facts(), whole), prompts);
  }

  /// Returns whether all of a body can be decoded: listeners get whole prompts only.
  private static boolean decodes(ExchangeObserver observer) {
    return BodyCoding.decode(
        observer.caller().coding(), observer.body()::each, MAX_DECODED, (bytes, from, to) -> {});
  }

  private PromptSink prompt(TrafficListener listener) {
    try {
      return listener.prompt();
    } catch (RuntimeException | Error e) {
      fault(e);
      return PromptSink.NONE;
    }
  }

  private void publish(Event.Attempted attempted) {
    Open announced = open.get(attempted.observer());
    if (announced == null) {
      missed();
      return;
    }
    CompletedAttempt completed =
        maker.completed(attempted.observer(), announced.question(), attempted.attempt());
    boolean heard = true;
    for (int i = 0; i < listeners.size(); i++) {
      boolean has = i < announced.prompts().size();
      PromptSink prompt = has ? announced.prompts().get(i) : PromptSink.NONE;
      TrafficListener listener = listeners.get(i);
      heard &= guarded(() -> listener.completed(completed, prompt));
    }
    if (!heard) {
      missed();
    }
  }

  private boolean guarded(Runnable task) {
    try {
      task.run();
      return true;
    } catch (RuntimeException | Error e) {
      fault(e);
      return false;
    }
  }

  /// Counts a fault. Without this thread nothing would be observed and no memory given back, so it
  /// continues after any fault.
  private void fault(Throwable e) {
    faults.increment();
    if (faults.sum() == 1) {
      LOG.error("a fault of ours while traffic was observed; the traffic goes on", e);
    }
  }

  /// Handles what was enqueued, and ends.
  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
