package dev.goodput.metrics;

import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.record.HealthSample;
import org.jspecify.annotations.Nullable;

/// The client's own samples over a stretch of time.
final class HealthTally {
  private static final long SAMPLE_NANOS = 1_000_000_000L;

  private final long begin;
  private final long end;
  private final long lagEnd;
  private final DistributionBuilder loopLag = new DistributionBuilder();
  private final DistributionBuilder pauses = new DistributionBuilder();
  private long samples;
  private double cpu;
  private long hostSamples;
  private double hostCpu;
  private long unreadPeak = -1;
  private long refused;

  /// Samples speak of about the second before them.
  ///
  /// @param lagEnd until when the loops' lag counts, where that is later
  HealthTally(long begin, long end, long lagEnd) {
    this.begin = begin;
    this.end = end;
    this.lagEnd = lagEnd;
  }

  void add(HealthSample sample) {
    if (sample.atNanos() <= begin || sample.atNanos() > Math.max(lagEnd, end + SAMPLE_NANOS)) {
      return;
    }
    sample.loopLagNanos().forEach(loopLag::add);
    if (sample.atNanos() > end + SAMPLE_NANOS) {
      return;
    }
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

  DistributionBuilder loopLag() {
    return loopLag;
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
