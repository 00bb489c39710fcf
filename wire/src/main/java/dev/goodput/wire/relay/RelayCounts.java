package dev.goodput.wire.relay;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// What a relay counts beside its exchanges; may be asked from any thread.
public final class RelayCounts {
  private final LongAdder accepted = new LongAdder();
  private final LongAdder turnedAway = new LongAdder();
  private final LongAdder malformed = new LongAdder();
  private final LongAdder goneRound = new LongAdder();
  private final LongAdder crowdedOut = new LongAdder();
  private final LongAdder unable = new LongAdder();
  private final LongAdder upstreamConnections = new LongAdder();
  private final LongAdder outOfStep = new LongAdder();
  private final LongAdder blinded = new LongAdder();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger exchanges = new AtomicInteger();
  private final AtomicInteger owed = new AtomicInteger();

  RelayCounts() {}

  /// Client connections that were accepted so far.
  public long accepted() {
    return accepted.sum();
  }

  /// Of those, how many were told 503 at once, as there were too many.
  public long turnedAway() {
    return turnedAway.sum();
  }

  /// Requests that were refused for what they were: malformed, ambiguous, too large, too slow. Most
  /// had no route yet, and nobody saw them.
  public long malformed() {
    return malformed.sum();
  }

  /// Requests that were told 508, as this relay had passed them on several times already.
  public long goneRound() {
    return goneRound.sum();
  }

  /// Connections to upstreams that the relay could not make for want of its own: ports,
  /// descriptors.
  public long unable() {
    return unable.sum();
  }

  /// Requests that were told 503 as there was no room to hold their bodies.
  public long crowdedOut() {
    return crowdedOut.sum();
  }

  /// Connections that were made to upstreams so far.
  public long upstreamConnections() {
    return upstreamConnections.sum();
  }

  /// Answers behind which an upstream sent what nobody had asked for.
  public long outOfStep() {
    return outOfStep.sum();
  }

  /// Exchanges that went on unwatched, as watching them failed.
  public long unwatched() {
    return blinded.sum();
  }

  /// Client connections open now.
  public int open() {
    return open.get();
  }

  /// Exchanges under way now.
  public int exchanges() {
    return exchanges.get();
  }

  /// Exchanges under way now, and answers that are written and not yet taken by clients whose
  /// connections close behind them.
  public int underWay() {
    int now = exchanges.get();
    return now + owed.get();
  }

  /// Counts a connection; returns how many are open with it.
  int connected() {
    accepted.increment();
    return open.incrementAndGet();
  }

  void disconnected() {
    open.decrementAndGet();
  }

  void away() {
    turnedAway.increment();
  }

  void refused() {
    malformed.increment();
  }

  void round() {
    goneRound.increment();
  }

  void lacks() {
    unable.increment();
  }

  void noRoom() {
    crowdedOut.increment();
  }

  void toUpstream() {
    upstreamConnections.increment();
  }

  void surplus() {
    outOfStep.increment();
  }

  long blinded() {
    blinded.increment();
    return blinded.sum();
  }

  void owes() {
    owed.incrementAndGet();
  }

  void settled() {
    owed.decrementAndGet();
  }

  void begun() {
    exchanges.incrementAndGet();
  }

  void over() {
    exchanges.decrementAndGet();
  }
}
