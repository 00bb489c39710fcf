package dev.goodput.metrics.analysis;

import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.interval.Overlap;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.stream.ReaderReplay;
import dev.goodput.metrics.stream.RequestView;
import org.jspecify.annotations.Nullable;

/// The reading experience of the sample's streamed responses.
///
/// A failed response counts as broken. If some responses were not streamed, some of the failed ones
/// would not have been either: failures then count in proportion to the streamed part, and if
/// nothing was streamed there is no result.
final class ReadingTally {
  private final double paceTps;
  private final DistributionBuilder longestStall = new DistributionBuilder();
  private long failed;
  private long cameWhole;
  private long noticeable;
  private long broken;
  private long stalls;
  private long stutters;
  private double stallNanos;
  private double readingNanos;

  ReadingTally(double paceTps) {
    this.paceTps = paceTps;
  }

  /// Adds a last attempt that was not cancelled; requests without streaming are ignored.
  void add(RequestView view) {
    if (!view.request().streamed()) {
      return;
    }
    if (!view.ok()) {
      failed++;
      return;
    }
    if (view.cameWhole()) {
      cameWhole++;
      return;
    }
    ReaderReplay reader = view.reader();
    longestStall.add(reader.longestStallNanos(), 1);
    noticeable += reader.noticeable() ? 1 : 0;
    broken += reader.broken() ? 1 : 0;
    stalls += reader.stalls();
    stutters += reader.stutters();
    stallNanos += reader.stallNanos();
    readingNanos += reader.readingNanos();
  }

  @Nullable Reading build(Overlap overlap, @Nullable Double medianSpeed) {
    long read = longestStall.count();
    long answers = read + cameWhole;
    double failures = answers == 0 ? failed : (double) failed * read / answers;
    double intended = read + failures;
    if (intended == 0) {
      return null;
    }
    return new Reading(
        paceTps,
        readingNanos <= 0 ? null : stallNanos / readingNanos,
        longestStall.build(overlap.worth(read)),
        read == 0 ? null : (double) stalls / read,
        (noticeable + failures) / intended,
        (broken + failures) / intended,
        stutters,
        medianSpeed == null ? null : medianSpeed / paceTps);
  }
}
