package dev.goodput.relay;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// Counters of a relay. Readable from any thread.
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

  /// Returns how many client connections were accepted so far.
  public long accepted() {
    return accepted.sum();
  }

  /// Returns how many of those connections were refused with a 503 because too many were open.
  public long turnedAway() {
    return turnedAway.sum();
  }

  /// Returns how many requests were rejected as malformed, ambiguous, too large or too slow. Most
  /// had no route yet, so no witness saw them.
  public long malformed() {
    return malformed.sum();
  }

  /// Returns how many requests were refused with a 508 because this relay had already forwarded
  /// them several times.
  public long goneRound() {
    return goneRound.sum();
  }

  /// Returns how many connections to upstreams failed because this machine ran out of ports or file
  /// descriptors.
  public long unable() {
    return unable.sum();
  }

  /// Returns how many requests were refused with a 503 because there was no memory to buffer their
  /// bodies.
  public long crowdedOut() {
    return crowdedOut.sum();
  }

  /// Returns how many connections to upstreams were made so far.
  public long upstreamConnections() {
    return upstreamConnections.sum();
  }

  /// Returns after how many responses an upstream sent unexpected bytes.
  public long outOfStep() {
    return outOfStep.sum();
  }

  /// Returns how many exchanges continued without their witness because it failed.
  public long unwatched() {
    return blinded.sum();
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
  public int underWay() {
    int now = exchanges.get();
    return now + owed.get();
  }

  /// Counts a new connection, and returns how many are open including it.
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

  void localFailure() {
    unable.increment();
  }

  void bufferFull() {
    crowdedOut.increment();
  }

  void upstreamConnected() {
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
