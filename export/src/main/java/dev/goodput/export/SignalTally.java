package dev.goodput.export;

import dev.goodput.telemetry.metric.ExportStatus;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Delivery counts of one signal, and messages for the operator, sent when deliveries start to fail
/// and when they work again, not for each failure. Thread-safe, but only the delivering thread
/// calls [#taken], [#failed], [#refused] and [#unreached].
final class SignalTally {
  private final String word;
  private final Consumer<String> notes;
  private final AtomicLong delivered = new AtomicLong();
  private final AtomicLong lostFull = new AtomicLong();
  private final AtomicLong lostRefused = new AtomicLong();
  private final AtomicLong lostUnreached = new AtomicLong();
  private final AtomicLong failedPosts = new AtomicLong();
  private volatile String problem = "";

  SignalTally(String word, Consumer<String> notes) {
    this.word = word;
    this.notes = notes;
  }

  /// `metrics` or `traces`.
  String signal() {
    return word;
  }

  /// Notes that the collector accepted a body.
  ///
  /// @param items number of items in it
  /// @param rejected number of them that the collector rejected
  void taken(long items, long rejected) {
    boolean news = !problem.isEmpty();
    problem = "";
    // A collector may claim to have rejected more items than it was sent.
    long refused = Math.min(items, rejected);
    lostRefused.addAndGet(refused);
    // Updated last: a thread that sees this count also sees the ones above.
    delivered.addAndGet(items - refused);
    if (news) {
      notes.accept("OTLP %s are taken again; %d were lost so far".formatted(word, lost()));
    }
  }

  /// Notes that a post failed.
  void failed(String why) {
    failedPosts.incrementAndGet();
    boolean news = problem.isEmpty();
    problem = why;
    if (news) {
      notes.accept("OTLP %s are not taken: %s".formatted(word, why));
    }
  }

  void full() {
    lostFull.incrementAndGet();
  }

  void refused(long items) {
    lostRefused.addAndGet(items);
  }

  void unreached(long items) {
    lostUnreached.addAndGet(items);
  }

  private long lost() {
    return lostFull.get() + lostRefused.get() + lostUnreached.get();
  }

  ExportStatus.Signal status(int queued) {
    return new ExportStatus.Signal(
        word,
        delivered.get(),
        lostFull.get(),
        lostRefused.get(),
        lostUnreached.get(),
        failedPosts.get(),
        queued,
        problem);
  }
}
