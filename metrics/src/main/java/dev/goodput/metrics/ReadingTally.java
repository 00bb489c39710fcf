package dev.goodput.metrics;

import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.stream.ReaderReplay;
import dev.goodput.metrics.stream.RequestView;
import org.jspecify.annotations.Nullable;

/// How the sample's streamed answers read.
final class ReadingTally {
  private static final double NOTICEABLE_NANOS = 250e6;
  private static final double BROKEN_NANOS = 1e9;

  private final double paceTps;
  private final DistributionBuilder longestStall = new DistributionBuilder();
  private long intended;
  private long noticeable;
  private long broken;
  private long stalls;
  private long stutters;
  private double stallNanos;
  private double readingNanos;

  ReadingTally(double paceTps) {
    this.paceTps = paceTps;
  }

  /// Adds a last attempt that was not cancelled; one that was not streamed is passed over, whatever
  /// was asked for.
  void add(RequestView view) {
    if (!view.request().streamed() || (view.ok() && !view.times().streamed())) {
      return;
    }
    intended++;
    if (!view.ok()) {
      noticeable++;
      broken++;
      return;
    }
    ReaderReplay reader = view.reader();
    longestStall.add(reader.longestStallNanos(), 1);
    noticeable += reader.longestStallNanos() > NOTICEABLE_NANOS ? 1 : 0;
    broken += reader.longestStallNanos() > BROKEN_NANOS ? 1 : 0;
    stalls += reader.stalls();
    stutters += reader.stutters();
    stallNanos += reader.stallNanos();
    readingNanos += reader.readingNanos();
  }

  LevelResult.@Nullable Reading build(double overlap, @Nullable Double medianSpeed) {
    if (intended == 0) {
      return null;
    }
    long read = longestStall.count();
    return new LevelResult.Reading(
        paceTps,
        readingNanos <= 0 ? null : stallNanos / readingNanos,
        longestStall.build(read / overlap),
        read == 0 ? null : (double) stalls / read,
        (double) noticeable / intended,
        (double) broken / intended,
        stutters,
        medianSpeed == null ? null : medianSpeed / paceTps);
  }
}
