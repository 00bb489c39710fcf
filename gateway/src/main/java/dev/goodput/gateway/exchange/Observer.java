package dev.goodput.gateway.exchange;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dialect.AskReader;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.dialect.PromptSink;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The thread on which requests' bodies are read, records are made, and listeners hear of them.
///
/// The loops put down what happened and never wait. Where this thread is behind by too much, what
/// happened is dropped and counted.
final class Observer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Observer.class);
  private static final long MOST_WAITING_BYTES = 64L << 20;

  /// About what an event holds in memory, and what each chunk of an answer adds.
  private static final int EVENT_BYTES = 600;

  private static final int CHUNK_BYTES = 6;
  private static final long NAP_NANOS = 50_000_000;
  private static final long TICK_NANOS = 100_000_000;

  private final Queue<Event> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicLong waitingBytes = new AtomicLong();
  private final BodyRoom room = BodyRoom.ofHeap();
  private final LongAdder lost = new LongAdder();
  private final LongAdder faults = new LongAdder();
  private final NanoClock clock;
  private final RecordMaker maker;
  private final List<TrafficListener> listeners;
  private final Map<Sight, Open> open = new LinkedHashMap<>();
  private final Thread thread;
  private volatile boolean closing;
  private volatile long oldest = Long.MAX_VALUE;
  private long nextTick;

  /// What a loop puts down.
  private sealed interface Event {
    /// About how much memory it holds.
    default long bytes() {
      return EVENT_BYTES;
    }

    /// A request is complete.
    record Asked(Sight sight) implements Event {}

    /// An attempt is over.
    record Attempted(Sight sight, AttemptRecord attempt) implements Event {
      @Override
      public long bytes() {
        return EVENT_BYTES + (long) CHUNK_BYTES * attempt.answer().log().contentEvents();
      }
    }

    /// An exchange is over.
    record Over(Sight sight) implements Event {}
  }

  /// An exchange whose request was read.
  private record Open(RecordMaker.Question question, List<PromptSink> prompts) {}

  /// @param clock the relay's, whose 0 is the gateway's begin
  Observer(NanoClock clock, RecordMaker maker, List<TrafficListener> listeners) {
    this.clock = clock;
    this.maker = maker;
    this.listeners = List.copyOf(listeners);
    this.thread = Thread.ofPlatform().daemon().name("goodput-observer").start(this::run);
  }

  void asked(Sight sight) {
    put(new Event.Asked(sight));
  }

  void attempted(Sight sight, AttemptRecord attempt) {
    put(new Event.Attempted(sight, attempt));
  }

  /// Never lost: what was open would stay open.
  void over(Sight sight) {
    add(new Event.Over(sight));
  }

  private void put(Event event) {
    if (waitingBytes.get() > MOST_WAITING_BYTES) {
      lost.increment();
    } else {
      add(event);
    }
  }

  private void add(Event event) {
    waitingBytes.addAndGet(event.bytes());
    waiting.add(event);
  }

  /// Where bodies have their memory from.
  BodyRoom room() {
    return room;
  }

  /// Observations that were lost, as this thread was behind, and bodies that there was no room for.
  long lost() {
    return lost.sum() + room.refused();
  }

  /// Faults of listeners so far.
  long faults() {
    return faults.sum();
  }

  /// When the oldest exchange began whose end has not been told yet, since the gateway's begin;
  /// `Long.MAX_VALUE` where there is none.
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

  private void work() {
    for (Event event = waiting.poll(); event != null; event = waiting.poll()) {
      waitingBytes.addAndGet(-event.bytes());
      take(event);
    }
    oldest = open.isEmpty() ? Long.MAX_VALUE : open.keySet().iterator().next().askedAt();
    long now = clock.nanoTime();
    if (now - nextTick >= 0) {
      nextTick = now + TICK_NANOS;
      each(listener -> listener.tick(now));
    }
  }

  private void take(Event event) {
    try {
      switch (event) {
        case Event.Asked asked -> open.put(asked.sight(), read(asked.sight()));
        case Event.Attempted attempted -> tell(attempted);
        case Event.Over over -> {
          open.remove(over.sight());
          over.sight().body().forget();
        }
      }
    } catch (RuntimeException | Error e) {
      fault(e);
    }
  }

  private Open read(Sight sight) {
    List<PromptSink> prompts = new ArrayList<>();
    Dialect dialect = sight.dialect();
    if (dialect == null) {
      return new Open(maker.question(sight, null), prompts);
    }
    each(listener -> prompts.add(listener.prompt()));
    AskReader reader =
        new AskReader(
            dialect,
            (part, bytes, from, to) ->
                prompts.forEach(prompt -> prompt.piece(part, bytes, from, to)),
            sight.caller().sessionField());
    reader.feed(sight.body().bytes(), 0, sight.body().length());
    sight.body().forget();
    return new Open(maker.question(sight, reader.facts()), prompts);
  }

  private void tell(Event.Attempted attempted) {
    Open known = open.get(attempted.sight());
    Open asked =
        known == null ? new Open(maker.question(attempted.sight(), null), List.of()) : known;
    Passed passed = maker.passed(attempted.sight(), asked.question(), attempted.attempt());
    for (int i = 0; i < listeners.size(); i++) {
      boolean has = i < asked.prompts().size();
      PromptSink prompt = has ? asked.prompts().get(i) : PromptSink.NONE;
      TrafficListener listener = listeners.get(i);
      guarded(() -> listener.passed(passed, prompt));
    }
  }

  private void each(Consumer<TrafficListener> task) {
    listeners.forEach(listener -> guarded(() -> task.accept(listener)));
  }

  private void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      fault(e);
    }
  }

  /// Without this thread nothing would be observed any more, and nothing given back: it goes on
  /// after whatever happens to it.
  private void fault(Throwable e) {
    faults.increment();
    if (faults.sum() == 1) {
      LOG.error("a fault of ours while traffic was observed; the traffic goes on", e);
    }
  }

  /// Takes in what was put down, and ends.
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
