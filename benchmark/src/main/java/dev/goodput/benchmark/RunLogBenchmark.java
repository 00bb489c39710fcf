package dev.goodput.benchmark;

import dev.goodput.record.Manifest;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// Writing and reading one record of about 200 content events, the file included; in memory where
/// the system has a file system for that, so that no disk is measured.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RunLogBenchmark {
  private static final int RECORDS = 2_000;
  private static final int MEAN_TOKENS = 200;
  private static final Path IN_MEMORY = Path.of("/dev/shm");

  private final List<RequestRecord> records = new ArrayList<>();
  private Path written = Path.of("");
  private Path scratch = Path.of("");

  /// Makes the records and a log of them.
  @Setup
  public void makeRecords() throws IOException {
    SyntheticRequests requests = new SyntheticRequests(1, 100, MEAN_TOKENS);
    for (int i = 0; i < RECORDS; i++) {
      records.add(requests.next());
    }
    Path parent =
        Files.isWritable(IN_MEMORY) ? IN_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    written = Files.createTempDirectory(parent, "goodput-read");
    scratch = Files.createTempDirectory(parent, "goodput-write");
    write(written);
  }

  private void write(Path dir) {
    try (RunLogWriter writer = RunDirectory.create(dir, Manifest.empty()).writer()) {
      records.forEach(writer::append);
    }
  }

  private static void empty(Path dir) throws IOException {
    Files.deleteIfExists(dir.resolve(RunDirectory.MANIFEST_FILE));
    Files.deleteIfExists(dir.resolve(RunDirectory.LOG_FILE));
  }

  /// One record written; its share of making and removing the directory included.
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public void write() throws IOException {
    write(scratch);
    empty(scratch);
  }

  /// One record read, checksum and checks included.
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public long read() {
    LongAdder events = new LongAdder();
    RunDirectory.open(written)
        .read(entry -> events.add(entry instanceof RequestRecord r ? r.chunks().count() : 0));
    return events.sum();
  }

  /// Leaves nothing behind.
  @TearDown
  public void remove() throws IOException {
    empty(written);
    Files.delete(written);
    Files.delete(scratch);
  }
}
