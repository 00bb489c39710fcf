package dev.goodput.benchmark;

import dev.goodput.metrics.analysis.Analysis;
import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.RunResult;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogState;
import dev.goodput.record.Manifest;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes a log of so many requests and analyses it: the proof that memory does not grow with a
/// run.
///
/// Run it with the same small heap for 10,000 and for 1,000,000 requests: `./mvnw -q -pl benchmark
/// -am -DskipTests -Plong-run package -Drequests=1000000`.
public final class LongRun {
  private static final double RATE = 100;
  private static final int MEAN_TOKENS = 100;

  private final int requests;
  private final Path dir;

  LongRun(int requests, Path dir) {
    this.requests = requests;
    this.dir = dir;
  }

  /// Takes the number of requests; works in a temporary directory and removes it.
  public static void main(String[] args) throws IOException {
    Path temporary = Files.createTempDirectory("goodput-long-run");
    Path dir = temporary.resolve("run");
    try {
      System.out.println(new LongRun(Integer.parseInt(args[0]), dir).report());
    } finally {
      Files.deleteIfExists(dir.resolve(RunDirectory.MANIFEST_FILE));
      Files.deleteIfExists(dir.resolve(RunDirectory.LOG_FILE));
      Files.deleteIfExists(dir);
      Files.delete(temporary);
    }
  }

  String report() throws IOException {
    long begun = System.nanoTime();
    RunDirectory run = RunDirectory.create(dir, Manifest.empty());
    write(run);
    long written = System.nanoTime();
    RunResult result = Analysis.analyse(run, AnalysisOptions.DEFAULTS);
    long analysed = System.nanoTime();
    if (!(run.state() instanceof LogState.Complete)) {
      throw new IllegalStateException(run.state().sentence());
    }
    LevelResult level = result.levels().getFirst();
    long bytes = Files.size(dir.resolve(RunDirectory.LOG_FILE));
    return "%,d requests, %,d bytes of log (%.0f a request), written in %.1f s, analysed in %.1f s, heap at most %,d of %,d MiB; ok %,d, in the window %,d"
        .formatted(
            requests,
            bytes,
            (double) bytes / requests,
            (written - begun) / 1e9,
            (analysed - written) / 1e9,
            peakHeapBytes() >> 20,
            Runtime.getRuntime().maxMemory() >> 20,
            level.totals().ok(),
            level.requests().intended());
  }

  private void write(RunDirectory run) {
    SyntheticRequests synthetic = new SyntheticRequests(42, RATE, MEAN_TOKENS);
    long end = 0;
    try (RunLogWriter writer = run.writer()) {
      writer.append(new LevelStarted(0, 0, "poisson", "", RATE, 0, 0));
      for (int i = 0; i < requests; i++) {
        RequestRecord request = synthetic.next();
        writer.append(request);
        end = Math.max(end, request.stamps().endedNanos());
      }
      writer.append(new LevelEnded(0, end, LevelEnded.Ending.COMPLETE, -1, 0));
    }
  }

  private static long peakHeapBytes() {
    long bytes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      bytes += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
    }
    return bytes;
  }
}
