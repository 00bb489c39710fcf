package dev.goodput.metrics.repeats;

import dev.goodput.metrics.ClientHealth;
import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.RunResult;
import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.interval.QuantileInterval;
import dev.goodput.metrics.interval.RunSample;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/// What levels that repeat one load come to together. The sample is theirs: `ok` requests whose
/// start lies in their level's window.
///
/// @param runs levels that count
/// @param leftOut levels that do not: interrupted, client-bound, or without an answer
/// @param confidence of every interval, .95
/// @param latencies those that the runs have
public record Repeats(int runs, int leftOut, double confidence, List<RepeatedLatency> latencies) {
  private static final double CONFIDENCE = .95;
  private static final double MILLI_NANOS = 1e6;
  private static final List<BigDecimal> PERCENTS =
      List.of("50", "90", "95", "99").stream().map(BigDecimal::new).toList();

  /// Copies the list.
  public Repeats {
    latencies = List.copyOf(latencies);
  }

  /// All levels of a result taken for runs of one load; empty where fewer than
  /// [QuantileInterval#LEAST_RUNS] count.
  ///
  /// @param log that the result was made of; it is read once, and the sample kept in memory
  public static Optional<Repeats> of(LogSource log, RunResult result) {
    List<LevelResult> counted = result.levels().stream().filter(Repeats::counts).toList();
    if (counted.size() < QuantileInterval.LEAST_RUNS) {
      return Optional.empty();
    }
    Map<Integer, Sample> samples = new TreeMap<>();
    counted.forEach(level -> samples.put(level.level(), new Sample(level)));
    log.read(entry -> {
      Sample sample = samples.get(entry.level());
      if (sample != null && entry instanceof RequestRecord request) {
        sample.add(request);
      }
    });
    List<RepeatedLatency> latencies = new ArrayList<>();
    for (RepeatedLatency.Kind kind : RepeatedLatency.Kind.values()) {
      latency(kind, List.copyOf(samples.values())).ifPresent(latencies::add);
    }
    return Optional.of(
        new Repeats(
            counted.size(), result.levels().size() - counted.size(), CONFIDENCE, latencies));
  }

  private static boolean counts(LevelResult level) {
    return level.whole()
        && level.requests().ok() > 0
        && level.client().verdict() != ClientHealth.Verdict.CLIENT_BOUND;
  }

  /// Empty where a run has none.
  private static Optional<RepeatedLatency> latency(
      RepeatedLatency.Kind kind, List<Sample> samples) {
    List<RunSample> runs = samples.stream().flatMap(sample -> sample.of(kind).stream()).toList();
    if (runs.size() < samples.size()) {
      return Optional.empty();
    }
    long count = runs.stream().mapToLong(RunSample::size).sum();
    return Optional.of(
        new RepeatedLatency(
            kind,
            PERCENTS.stream()
                .filter(percent -> DistributionBuilder.isEnough(percent, count))
                .map(percent ->
                    QuantileInterval.of(runs, percent.movePointLeft(2).doubleValue(), CONFIDENCE))
                .toList()));
  }

  /// One run's values.
  private static final class Sample {
    private final LevelResult level;
    private final Map<RepeatedLatency.Kind, DoubleStream.Builder> values =
        new EnumMap<>(RepeatedLatency.Kind.class);

    Sample(LevelResult level) {
      this.level = level;
    }

    void add(RequestRecord request) {
      RequestTimes times = RequestTimes.of(request);
      long start = times.startNanos();
      LevelResult.Window window = level.window();
      boolean within = start >= window.beginNanos() && start <= window.endNanos();
      if (!within || !request.last() || !(request.outcome() instanceof Outcome.Ok)) {
        return;
      }
      for (RepeatedLatency.Kind kind : RepeatedLatency.Kind.values()) {
        double nanos = kind.nanos(times);
        if (!Double.isNaN(nanos)) {
          values.computeIfAbsent(kind, key -> DoubleStream.builder()).add(nanos / MILLI_NANOS);
        }
      }
    }

    Optional<RunSample> of(RepeatedLatency.Kind kind) {
      Double inFlight = level.rates().concurrencyMean();
      return Optional.ofNullable(values.get(kind))
          .map(found -> RunSample.of(found.build().toArray(), inFlight == null ? 0 : inFlight));
    }
  }
}
