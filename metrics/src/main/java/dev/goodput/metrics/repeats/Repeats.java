package dev.goodput.metrics.repeats;

import dev.goodput.metrics.ClientHealth;
import dev.goodput.metrics.LevelResult;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What levels that repeat one load come to together. The sample is theirs: `ok` requests whose
/// start lies in their level's window.
///
/// @param runs levels that count
/// @param leftOut levels that do not, in their order
/// @param confidence of every interval, .95
/// @param latencies those of which each run that counts has some; none where fewer than
///   [QuantileInterval#LEAST_RUNS] runs count
/// @param lacking latencies that some of those runs have, and others have not, so that an interval
///   would be of a part of them
/// @param shortRuns runs that count and are short ([LevelResult#isShort]): how often intervals
///   between such hold is not known
/// @param slo how all their arrivals fare together, absent without an SLO
public record Repeats(
    int runs,
    List<LeftOut> leftOut,
    double confidence,
    List<RepeatedLatency> latencies,
    List<RepeatedLatency.Kind> lacking,
    int shortRuns,
    @Nullable PooledSlo slo) {
  private static final double CONFIDENCE = .95;
  private static final double MILLI_NANOS = 1e6;
  private static final List<BigDecimal> PERCENTS =
      List.of("50", "90", "95", "99").stream().map(BigDecimal::new).toList();

  /// Copies the lists.
  public Repeats {
    leftOut = List.copyOf(leftOut);
    latencies = List.copyOf(latencies);
    lacking = List.copyOf(lacking);
  }

  /// A run that does not count.
  ///
  /// @param level from 0
  /// @param why it does not
  public record LeftOut(int level, Reason why) {}

  /// Why a run does not count.
  public enum Reason {
    /// It ended before its plan was over, or not all of its users were asked.
    CUT_SHORT,
    /// The client was the bottleneck.
    CLIENT_BOUND
  }

  /// All levels of a result taken for runs of one load. A run without an answer counts, as it is
  /// what the service did.
  ///
  /// @param log that the levels were made of; it is read once, and the sample kept in memory
  /// @param slo how the runs that count fare together, null without an SLO
  public static Repeats of(LogSource log, List<LevelResult> levels, @Nullable PooledSlo slo) {
    List<LevelResult> counted = levels.stream().filter(Repeats::counts).toList();
    List<RepeatedLatency> latencies = new ArrayList<>();
    List<RepeatedLatency.Kind> lacking = new ArrayList<>();
    if (counted.size() >= QuantileInterval.LEAST_RUNS) {
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
        levels.stream().flatMap(Repeats::leftOut).toList(),
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

  /// Whether a run is one of those that are taken together.
  public static boolean counts(LevelResult level) {
    return leftOut(level).findAny().isEmpty();
  }

  private static Stream<LeftOut> leftOut(LevelResult level) {
    if (!level.whole()) {
      return Stream.of(new LeftOut(level.level(), Reason.CUT_SHORT));
    }
    return level.client().verdict() == ClientHealth.Verdict.CLIENT_BOUND
        ? Stream.of(new LeftOut(level.level(), Reason.CLIENT_BOUND))
        : Stream.empty();
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
        double nanos = kind.nanos(times);
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
}
