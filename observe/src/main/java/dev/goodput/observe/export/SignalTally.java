package dev.goodput.observe.export;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// What became of one signal, and the words for whoever runs the gateway: said when deliveries
/// begin to fail and when they work again, not for each. Counted by any thread; [#taken],
/// [#failed], [#refused] and [#unreached] by the one that delivers.
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
  String word() {
    return word;
  }

  /// The collector took a body.
  ///
  /// @param items how many were in it
  /// @param rejected how many of them it turned away
  void taken(long items, long rejected) {
    boolean news = !problem.isEmpty();
    problem = "";
    // Collectors may say that they turned more away than they were sent.
    long refused = Math.min(items, rejected);
    lostRefused.addAndGet(refused);
    // The last of the counts: whoever sees it sees all that goes with it.
    delivered.addAndGet(items - refused);
    if (news) {
      notes.accept("OTLP %s are taken again; %d were lost so far".formatted(word, lost()));
    }
  }

  /// A post failed.
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
