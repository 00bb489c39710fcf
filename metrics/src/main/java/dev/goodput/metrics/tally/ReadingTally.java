package dev.goodput.metrics.tally;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.stream.ReaderReplay;
import dev.goodput.metrics.stream.RequestView;
import org.jspecify.annotations.Nullable;

/// The reading experience of streamed responses.
///
/// A failed response counts as broken. If some responses were not streamed, some of the failed ones
/// would not have been either: failures then count in proportion to the streamed part, and if
/// nothing was streamed there is no result.
public final class ReadingTally {
  private long answers;
  private long failed;
  private long unstreamed;
  private long noticeable;
  private long broken;
  private long stalls;
  private long stutters;
  private double stallNanos;
  private double readingNanos;

  /// Adds a last attempt that was not cancelled; requests without streaming are ignored.
  public void add(RequestView view) {
    if (!view.request().streamed()) {
      return;
    }
    if (!view.ok()) {
      failed++;
      return;
    }
    if (view.unstreamed()) {
      unstreamed++;
      return;
    }
    ReaderReplay reader = view.reader();
    answers++;
    noticeable += reader.noticeable() ? 1 : 0;
    broken += reader.broken() ? 1 : 0;
    stalls += reader.stalls();
    stutters += reader.stutters();
    stallNanos += reader.stallNanos();
    readingNanos += reader.readingNanos();
  }

  /// Adds everything from another tally.
  public void addAll(ReadingTally other) {
    answers += other.answers;
    failed += other.failed;
    unstreamed += other.unstreamed;
    noticeable += other.noticeable;
    broken += other.broken;
    stalls += other.stalls;
    stutters += other.stutters;
    stallNanos += other.stallNanos;
    readingNanos += other.readingNanos;
  }

  /// Returns the sums.
  public ReadingCount count() {
    return new ReadingCount(
        answers,
        failed,
        unstreamed,
        noticeable,
        broken,
        stalls,
        stutters,
        stallNanos,
        readingNanos);
  }

  /// Returns the result; null if nothing was streamed.
  ///
  /// @param paceTps the reading speed in tokens per second
  /// @param longestStall the longest stalls of the responses, null without any
  /// @param tpot the times per output token of the responses, null without any
  public @Nullable Reading build(
      double paceTps, @Nullable Distribution longestStall, @Nullable Distribution tpot) {
    long finished = answers + unstreamed;
    double failures = finished == 0 ? failed : (double) failed * answers / finished;
    double intended = answers + failures;
    if (intended == 0) {
      return null;
    }
    Double median = tpot == null ? null : tpot.p50OrMax();
    return new Reading(
        paceTps,
        readingNanos <= 0 ? null : stallNanos / readingNanos,
        longestStall,
        answers == 0 ? null : (double) stalls / answers,
        (noticeable + failures) / intended,
        (broken + failures) / intended,
        stutters,
        median == null || median <= 0 ? null : 1000 / median / paceTps);
  }
}
