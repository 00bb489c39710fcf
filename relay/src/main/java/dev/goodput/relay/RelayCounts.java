package dev.goodput.relay;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// Counters of a relay. Readable from any thread.
public final class RelayCounts {
  /// What is counted since the relay started.
  public enum Event {
    /// A client connection was accepted.
    ACCEPTED,
    /// One of those was refused with a 503 because too many were open.
    TURNED_AWAY,
    /// A request was rejected as malformed, ambiguous, too large or too slow. Most had no route
    /// yet, so no witness saw them.
    MALFORMED,
    /// A request was refused with a 508 because this relay had already forwarded it several times.
    LOOPED,
    /// A request was refused with a 503 because there was no memory to buffer its body.
    CROWDED_OUT,
    /// A connection to an upstream failed because this machine ran out of ports or file
    /// descriptors.
    UNABLE,
    /// A connection to an upstream was made.
    UPSTREAM_CONNECTED,
    /// An upstream sent unexpected bytes after a response.
    OUT_OF_STEP,
    /// An exchange continued without its witness because it failed.
    UNWATCHED
  }

  private final Map<Event, LongAdder> events = new EnumMap<>(Event.class);
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger exchanges = new AtomicInteger();
  private final AtomicInteger undelivered = new AtomicInteger();

  RelayCounts() {
    for (Event each : Event.values()) {
      events.put(each, new LongAdder());
    }
  }

  /// Returns how often something has happened so far.
  public long of(Event event) {
    return counter(event).sum();
  }

  /// Counts an event, and returns how often it has happened.
  long add(Event event) {
    counter(event).increment();
    return of(event);
  }

  private LongAdder counter(Event event) {
    return Objects.requireNonNull(events.get(event));
  }

  /// Returns how many client connections are open.
  public int open() {
    return open.get();
  }

  /// Returns how many exchanges are in progress.
  public int exchanges() {
    return exchanges.get();
  }

  /// Returns how many exchanges are in progress, plus the finished responses that clients have not
  /// fully read and whose connections close afterwards.
  public int unfinished() {
    int now = exchanges.get();
    return now + undelivered.get();
  }

  /// Counts a new connection, and returns how many are open including it.
  int connected() {
    counter(Event.ACCEPTED).increment();
    return open.incrementAndGet();
  }

  void disconnected() {
    open.decrementAndGet();
  }

  void undelivered() {
    undelivered.incrementAndGet();
  }

  void delivered() {
    undelivered.decrementAndGet();
  }

  void begun() {
    exchanges.incrementAndGet();
  }

  void over() {
    exchanges.decrementAndGet();
  }
}
