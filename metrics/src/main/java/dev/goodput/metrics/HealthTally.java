package dev.goodput.metrics;

import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.record.HealthSample;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// The client's own samples over a stretch of time.
final class HealthTally {
  private static final long SAMPLE_NANOS = 1_000_000_000L;
  private static final BigDecimal NINETY_NINE = BigDecimal.valueOf(99);

  private final long begin;
  private final long end;
  private final long lagEnd;
  private final DistributionBuilder loopLag = new DistributionBuilder();
  private final DistributionBuilder watchedLag = new DistributionBuilder();
  private final DistributionBuilder pauses = new DistributionBuilder();
  private long samples;
  private double cpu;
  private long hostSamples;
  private double hostCpu;
  private long unreadPeak = -1;
  private long refused;

  /// Samples speak of about the second before them.
  ///
  /// @param lagEnd until when the loops' lag counts where it was worse than before `end`, which it
  ///   is not before
  HealthTally(long begin, long end, long lagEnd) {
    this.begin = begin;
    this.end = end;
    this.lagEnd = lagEnd;
  }

  void add(HealthSample sample) {
    if (sample.atNanos() <= begin || sample.atNanos() > lagEnd + SAMPLE_NANOS) {
      return;
    }
    sample.loopLagNanos().forEach(watchedLag::add);
    if (sample.atNanos() > end + SAMPLE_NANOS) {
      return;
    }
    sample.loopLagNanos().forEach(loopLag::add);
    samples++;
    sample.pauseNanos().forEach(pauses::add);
    cpu += sample.cpuShare();
    if (!Double.isNaN(sample.hostCpuShare())) {
      hostSamples++;
      hostCpu += sample.hostCpuShare();
    }
    unreadPeak = Math.max(unreadPeak, sample.unreadBytes());
    refused += sample.refusedLocally();
  }

  boolean empty() {
    return samples == 0;
  }

  /// What came after the end can make it worse, and never better: it may be users who starved, or
  /// the quiet of the drain.
  DistributionBuilder loopLag() {
    return p99Millis(watchedLag) > p99Millis(loopLag) ? watchedLag : loopLag;
  }

  private static double p99Millis(DistributionBuilder lags) {
    Double p99 = lags.nearestRankMillis(NINETY_NINE);
    return p99 == null ? 0 : p99;
  }

  DistributionBuilder pauses() {
    return pauses;
  }

  @Nullable Double cpuShare() {
    return samples == 0 ? null : cpu / samples;
  }

  @Nullable Double hostCpuShare() {
    return hostSamples == 0 ? null : hostCpu / hostSamples;
  }

  @Nullable Long unreadPeak() {
    return unreadPeak < 0 ? null : unreadPeak;
  }

  long refused() {
    return refused;
  }
}
