package dev.goodput.validation.statistics;

import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.VirtualTarget;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.LoadSink;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.record.LogEntry;
import dev.goodput.record.RequestRecord;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.Arrays;
import java.util.stream.IntStream;

/// One run in virtual time, and the little of it that trials need.
final class VirtualRun implements LoadSink {
  private static final int WARM_UP_RESIDENCES = 5;
  private static final double MILLI_NANOS = 1e6;

  private long[] startNanos = new long[1024];
  private long[] endNanos = new long[1024];
  private double[] ttftMillis = new double[1024];
  private double[] tpotMillis = new double[1024];
  private int size;

  private VirtualRun() {}

  /// Sends requests of independent users to a fresh engine at a rate.
  static VirtualRun poisson(EngineProfile engine, long seed, double rate, long requests) {
    return of(engine, seed, Setup.poisson(rate, requests));
  }

  static VirtualRun of(EngineProfile engine, long seed, LevelPlan level) {
    VirtualRun run = new VirtualRun();
    BenchPlan bench = Setup.bench(seed, level);
    try (VirtualTarget target = new VirtualTarget(engine)) {
      target.run(bench, 0, bench.source(0), run);
    }
    return run;
  }

  @Override
  public void entry(LogEntry entry) {
    if (!(entry instanceof RequestRecord request)) {
      return;
    }
    if (size == startNanos.length) {
      startNanos = Arrays.copyOf(startNanos, 2 * size);
      endNanos = Arrays.copyOf(endNanos, 2 * size);
      ttftMillis = Arrays.copyOf(ttftMillis, 2 * size);
      tpotMillis = Arrays.copyOf(tpotMillis, 2 * size);
    }
    RequestTimes times = RequestTimes.of(request);
    startNanos[size] = times.startNanos();
    endNanos[size] = request.stamps().endedNanos();
    ttftMillis[size] = times.ttftNanos() / MILLI_NANOS;
    tpotMillis[size] = times.tpotNanos() / MILLI_NANOS;
    size++;
  }

  int size() {
    return size;
  }

  double meanResidenceSeconds() {
    return IntStream.range(0, size).mapToLong(i -> endNanos[i] - startNanos[i]).average().orElse(0)
        / 1e9;
  }

  /// The begin of what is judged: five mean residence times after the first start.
  private long judgedFromNanos() {
    long first = Arrays.stream(startNanos, 0, size).min().orElse(0);
    return first + Math.round(WARM_UP_RESIDENCES * meanResidenceSeconds() * 1e9);
  }

  /// TTFT of the requests that are judged, milliseconds.
  double[] judgedTtft() {
    return judged(ttftMillis);
  }

  /// TPOT of the requests that are judged and have one, milliseconds.
  double[] judgedTpot() {
    return judged(tpotMillis);
  }

  private double[] judged(double[] values) {
    long from = judgedFromNanos();
    return IntStream.range(0, size)
        .filter(i -> startNanos[i] >= from && !Double.isNaN(values[i]))
        .mapToDouble(i -> values[i])
        .toArray();
  }

  /// Mean requests in flight of those that are judged, by Little's law.
  double concurrency() {
    long from = judgedFromNanos();
    long last = Arrays.stream(startNanos, 0, size).max().orElse(0);
    double resident =
        IntStream.range(0, size)
            .filter(i -> startNanos[i] >= from)
            .mapToDouble(i -> endNanos[i] - startNanos[i])
            .sum();
    return last > from ? resident / (last - from) : 0;
  }

  /// Share of the requests from a number of them on, in the order in which they came, that keep
  /// both bounds; one without a TPOT keeps that.
  double attainment(boolean warmUpCut, double ttftBoundMillis, double tpotBoundMillis) {
    long from = warmUpCut ? judgedFromNanos() : Long.MIN_VALUE;
    long judged = IntStream.range(0, size).filter(i -> startNanos[i] >= from).count();
    long good =
        IntStream.range(0, size)
            .filter(i -> startNanos[i] >= from)
            .filter(i -> ttftMillis[i] <= ttftBoundMillis && !(tpotMillis[i] > tpotBoundMillis))
            .count();
    return judged == 0 ? 0 : (double) good / judged;
  }

  /// Completions per second between the first and the last share of all ends.
  double completionRate(double fromShare, double untilShare) {
    long[] ends = Arrays.copyOf(endNanos, size);
    Arrays.sort(ends);
    int from = (int) (fromShare * size);
    int until = (int) (untilShare * size);
    return (until - from) / ((ends[until] - ends[from]) / 1e9);
  }
}
