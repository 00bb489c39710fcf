package dev.goodput.benchmark;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.TokenCounts;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// Noting one content event, and walking over one.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ChunkLogBenchmark {
  private static final int EVENTS = 1_000;
  private static final long GAP_NANOS = 20_000_003;

  private final ChunkLog.Builder builder = new ChunkLog.Builder();
  private ChunkLog log = ChunkLog.EMPTY;

  /// Makes the log that is walked over.
  @Setup
  public void fill() {
    log = append();
  }

  /// One event noted, its share of building the log included.
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public ChunkLog append() {
    for (int i = 0; i < EVENTS; i++) {
      builder.add(i * GAP_NANOS, Channel.ANSWER, TokenCounts.UNKNOWN);
    }
    return builder.build();
  }

  /// One event read.
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long walk() {
    long sum = 0;
    for (ChunkLog.Cursor cursor = log.cursor(); cursor.next(); ) {
      sum += cursor.nanos();
    }
    return sum;
  }
}
