package dev.goodput.operate.review;

import dev.goodput.observe.ServiceObservation;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The electric energy of the upstreams in a period and in the one before, from the observations
/// that the gateways stored with their logs. Directories are added in the order of time. Of what
/// several gateways observed at the same time, the first counts.
final class EnergySums {
  private final ReviewPeriod period;
  private final PeriodSums now;
  private final PeriodSums before;
  private final SortedMap<String, Source> sources = new TreeMap<>();
  private int directory;

  EnergySums(ReviewPeriod period, PeriodSums now, PeriodSums before) {
    this.period = period;
    this.now = now;
    this.before = before;
  }

  /// The last observation of an upstream.
  private static final class Source {
    private int directory;
    private Instant at = Instant.MIN;
    private ServiceObservation.@Nullable Energy last;
  }

  /// Starts with another directory. A gateway's counts start at 0, so nothing is counted between
  /// the last value of one directory and the first of another.
  void startDirectory() {
    directory++;
  }

  void add(ServiceObservation.Energy energy) {
    Source source = sources.computeIfAbsent(energy.upstream(), _ -> new Source());
    if (source.directory != directory) {
      if (!energy.at().isAfter(source.at)) {
        return;
      }
      source.directory = directory;
      source.last = null;
    }
    ServiceObservation.Energy last = source.last;
    source.at = energy.at();
    source.last = energy;
    boolean holds = period.holds(energy.at().toEpochMilli());
    boolean held = period.before().holds(energy.at().toEpochMilli());
    // A count falls when other sources are read.
    if (last != null && (holds || held) && energy.joules() >= last.joules()) {
      (holds ? now : before)
          .addEnergy(
              energy.upstream(),
              energy.joules() - last.joules(),
              Math.max(0, energy.knownSeconds() - last.knownSeconds()));
    }
  }
}
