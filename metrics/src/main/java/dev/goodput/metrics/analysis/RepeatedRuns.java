package dev.goodput.metrics.analysis;

import dev.goodput.metrics.distribution.DistributionBuilder;
import dev.goodput.metrics.interval.QuantileInterval;
import dev.goodput.metrics.interval.RunSample;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.PooledSlo;
import dev.goodput.metrics.result.RepeatedLatency;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.record.LogSource;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/// The levels of a result as runs of one load: pooled percentiles with the intervals between the
/// runs (docs/explanation/statistics.md).
final class RepeatedRuns {
  private static final double CONFIDENCE = .95;
  private static final double MILLI_NANOS = 1e6;
  private static final List<BigDecimal> PERCENTS =
      List.of("50", "90", "95", "99").stream().map(BigDecimal::new).toList();

  private RepeatedRuns() {}

  /// Returns the result of all levels as runs of one load. A run without a response counts, because
  /// it shows what the service did.
  ///
  /// @param log the log of the levels; it is read once, and the sample is kept in memory
  /// @param slo the pooled result of the runs that count, null without an SLO
  static Repeats of(LogSource log, List<LevelResult> levels, @Nullable PooledSlo slo) {
    List<LevelResult> counted = levels.stream().filter(Repeats::counts).toList();
    List<RepeatedLatency> latencies = new ArrayList<>();
    List<RepeatedLatency.Kind> lacking = new ArrayList<>();
    if (counted.size() >= QuantileInterval.MIN_RUNS) {
      List<Sample> samples = samples(log, counted);
      for (RepeatedLatency.Kind kind : RepeatedLatency.Kind.values()) {
        List<RunSample> runs = samples.stream().flatMap(run -> run.of(kind).stream()).toList();
        if (runs.size() == samples.size()) {
          latencies.add(latency(kind, runs));
        } else if (!runs.isEmpty()) {
          lacking.add(kind);
        }
      }
    }
    return new Repeats(
        counted.size(),
        levels.stream().flatMap(level -> Repeats.excluded(level).stream()).toList(),
        CONFIDENCE,
        latencies,
        lacking,
        (int) counted.stream().filter(LevelResult::isShort).count(),
        slo);
  }

  private static List<Sample> samples(LogSource log, List<LevelResult> counted) {
    Map<Integer, Sample> samples = new TreeMap<>();
    counted.forEach(level -> samples.put(level.level(), new Sample(level)));
    log.read(entry -> {
      Sample sample = samples.get(entry.level());
      if (sample != null && entry instanceof RequestRecord request) {
        sample.add(request);
      }
    });
    return List.copyOf(samples.values());
  }

  private static RepeatedLatency latency(RepeatedLatency.Kind kind, List<RunSample> runs) {
    long count = runs.stream().mapToLong(RunSample::size).sum();
    return new RepeatedLatency(
        kind,
        PERCENTS.stream()
            .filter(percent -> DistributionBuilder.isEnough(percent, count))
            .map(percent ->
                QuantileInterval.of(runs, percent.movePointLeft(2).doubleValue(), CONFIDENCE))
            .toList());
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
        double nanos = nanos(kind, times);
        if (!Double.isNaN(nanos)) {
          values.computeIfAbsent(kind, key -> DoubleStream.builder()).add(nanos / MILLI_NANOS);
        }
      }
    }

    Optional<RunSample> of(RepeatedLatency.Kind kind) {
      Double inFlight = level.rates().concurrencyMean();
      double known = inFlight == null ? Double.NaN : inFlight;
      return Optional.ofNullable(values.get(kind))
          .map(found -> RunSample.of(found.build().toArray(), known));
    }
  }

  /// Returns a latency of a request in nanoseconds; NaN if undefined.
  private static double nanos(RepeatedLatency.Kind kind, RequestTimes times) {
    return switch (kind) {
      case TTFT -> present(times.ttftNanos());
      case TPOT -> times.tpotNanos();
      case E2EL -> present(times.e2elNanos());
    };
  }

  private static double present(long nanos) {
    return Stamps.present(nanos) ? nanos : Double.NaN;
  }
}
