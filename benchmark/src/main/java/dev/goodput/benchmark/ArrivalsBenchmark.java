package dev.goodput.benchmark;

import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.arrival.FireTimes;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// The next arrival of a process.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ArrivalsBenchmark {
  private final FireTimes constant = new Arrivals.Constant(1_000).open(1);
  private final FireTimes poisson = new Arrivals.Poisson(1_000).open(1);
  private final FireTimes gamma = new Arrivals.Gamma(1_000, 2).open(1);

  /// Even gaps.
  @Benchmark
  public long constant() {
    return constant.nextNanos();
  }

  /// Exponential gaps.
  @Benchmark
  public long poisson() {
    return poisson.nextNanos();
  }

  /// Gamma gaps, twice as bursty as Poisson's.
  @Benchmark
  public long gamma() {
    return gamma.nextNanos();
  }
}
