package dev.goodput.metrics.analysis;

import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.record.HealthSample;
import org.jspecify.annotations.Nullable;

/// The client's own samples over a period.
final class HealthTally {
  private static final long SAMPLE_NANOS = 1_000_000_000L;

  private final long begin;
  private final long end;
  private final long waitingSince;
  private final DistributionBuilder loopLag = new DistributionBuilder();
  private final DistributionBuilder pauses = new DistributionBuilder();
  private long samples;
  private double cpu;
  private long hostSamples;
  private double hostCpu;
  private long unreadPeak = -1;
  private long refused;

  /// Creates a tally of a period. Each sample covers about the second before it.
  ///
  /// @param waitingSince a later sample counts too if it reports a wait for the client of a second
  ///   or more that started before this time
  HealthTally(long begin, long end, long waitingSince) {
    this.begin = begin;
    this.end = end;
    this.waitingSince = waitingSince;
  }

  void add(HealthSample sample) {
    if (sample.atNanos() <= begin) {
      return;
    }
    if (sample.atNanos() > end + SAMPLE_NANOS) {
      addStarved(sample);
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

  private void addStarved(HealthSample sample) {
    long longest = sample.loopLagNanos().stream().mapToLong(lag -> lag).max().orElse(0);
    if (longest >= SAMPLE_NANOS && sample.atNanos() - longest <= waitingSince + SAMPLE_NANOS) {
      sample.loopLagNanos().forEach(loopLag::add);
    }
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
