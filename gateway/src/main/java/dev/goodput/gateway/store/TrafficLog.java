package dev.goodput.gateway.store;

import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RequestRecord;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// A log of exchanges on disk, in run directories; a new one starts after a given time or size.
///
/// Records may come from any thread, which never waits: if the disk is slower than the traffic, or
/// full, records are lost and counted. One thread writes; killing the process loses at most the
/// last second. Directories of an earlier gateway are never written to.
public final class TrafficLog implements AutoCloseable {
  private static final long RECORD_BYTES = 600;
  private static final long CHUNK_BYTES = 6;
  private static final int TICKS_A_SAMPLE = 2;
  private static final int MAX_OBSERVED = 1_000;

  private final LogKind kind;
  private final WriteQueue<RequestRecord> writeQueue;
  private final LogEnvironment around;
  private final Queue<Next> next = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<String> observed = new ArrayBlockingQueue<>(MAX_OBSERVED);
  private final @Nullable Path first;
  private volatile LogStatus status;

  /// Rules that are not in force yet, and the directory that was started by them.
  private record Next(LogRules rules, LogSegment first) {}

  private TrafficLog(LogRotator rotator, LogKind kind, LogEnvironment around) {
    this.kind = kind;
    this.around = around;
    status = rotator.status();
    first = status.directory();
    writeQueue =
        WriteQueue.start("traffic-log", around.clock(), new Writer(rotator), around.print());
  }

  /// Starts a run directory and the writing thread.
  ///
  /// @param facts entries for every manifest: the version, the command, the upstream, the SLO; no
  ///   secret
  /// @throws RecordException if the run directory cannot be created
  public static TrafficLog open(
      LogPlan plan, LogKind kind, Sampling sampling, Manifest facts, LogEnvironment around) {
    LogRules rules = new LogRules(plan, kind, sampling, facts);
    LogRotator rotator = new LogRotator(rules, around.wall(), around.print());
    rotator.begin(around.clock().nanoTime());
    return new TrafficLog(rotator, kind, around);
  }

  /// Switches to another plan, in a new run directory from now on. Exchanges under way stay in the
  /// directory they belonged to.
  ///
  /// @throws RecordException if the run directory cannot be created; nothing has changed then
  public void switchTo(LogPlan plan, Sampling sampling, Manifest facts) {
    LogRules rules = new LogRules(plan, kind, sampling, facts);
    next.add(new Next(rules, rules.begin(around.wall().instant(), around.clock().nanoTime(), "")));
  }

  /// Takes a finished exchange; returns false if it is lost.
  public boolean offer(RequestRecord record) {
    return writeQueue.offer(record, bytes(record));
  }

  /// Takes an observation other than a request, for `service.jsonl` of the newest directory. It is
  /// lost if a thousand are waiting: no figure depends on it.
  ///
  /// @param line its text
  public void observe(String line) {
    boolean _ = observed.offer(line);
  }

  /// Returns the approximate memory that a record holds.
  public static long bytes(RequestRecord record) {
    return RECORD_BYTES + CHUNK_BYTES * record.chunks().count();
  }

  /// Returns the status as of at most half a second ago; from any thread.
  public LogStatus status() {
    LogStatus s = status;
    return new LogStatus(
        s.directory(),
        s.written(),
        s.sampledOut(),
        s.lost() + writeQueue.lost(),
        s.deleted(),
        s.problem());
  }

  /// Closes the log, and deletes its first directory if nothing was written.
  public void discard() {
    writeQueue.close();
    if (first != null && status.written() == 0) {
      LogStorage.delete(first);
    }
  }

  /// Writes what was offered so far and ends the directories; what is offered later is lost.
  @Override
  public void close() {
    writeQueue.close();
  }

  private final class Writer implements WriteQueue.Taker<RequestRecord> {
    private final LogRotator rotator;
    private long oldestNanos;
    private int ticks;

    Writer(LogRotator rotator) {
      this.rotator = rotator;
    }

    @Override
    public void take(RequestRecord record) {
      applyNext();
      rotator.accept(record);
    }

    @Override
    public void beforehand() {
      oldestNanos = around.health().oldestNanos();
    }

    @Override
    public void tick(long nowNanos) {
      ticks++;
      applyNext();
      if (ticks % TICKS_A_SAMPLE == 0) {
        rotator.health(around.health().sample(nowNanos));
      }
      observations();
      rotator.tick(nowNanos, oldestNanos);
      status = rotator.status();
    }

    @Override
    public void end(long nowNanos) {
      applyNext();
      observations();
      rotator.end(nowNanos);
      status = rotator.status();
    }

    private void observations() {
      for (String each = observed.poll(); each != null; each = observed.poll()) {
        rotator.observe(each);
      }
    }

    private void applyNext() {
      for (Next each = next.poll(); each != null; each = next.poll()) {
        rotator.switchTo(each.rules(), each.first());
      }
    }
  }
}
