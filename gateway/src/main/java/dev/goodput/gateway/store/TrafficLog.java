package dev.goodput.gateway.store;

import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.record.Manifest;
import dev.goodput.record.RecordException;
import dev.goodput.record.RequestRecord;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/// Keeps exchanges on disk in run directories, a new one after so much time or so many bytes.
///
/// Records may come from any thread, which never waits: where the disk is slower than the traffic,
/// or full, they are lost and counted. One thread writes; killing the process loses at most the
/// last second. Directories of an earlier gateway are never written to.
public final class TrafficLog implements AutoCloseable {
  private static final long RECORD_BYTES = 600;
  private static final long CHUNK_BYTES = 6;
  private static final int TICKS_A_SAMPLE = 2;

  private final LogKind kind;
  private final Conveyor<RequestRecord> conveyor;
  private final Surroundings around;
  private final Queue<Next> next = new ConcurrentLinkedQueue<>();
  private final @Nullable Path first;
  private volatile LogStatus status;

  /// Rules that nobody goes by yet, and the directory that was begun by them.
  private record Next(Rules rules, Generation first) {}

  private TrafficLog(Keeper keeper, LogKind kind, Surroundings around) {
    this.kind = kind;
    this.around = around;
    status = keeper.status();
    first = status.directory();
    conveyor = Conveyor.start("traffic-log", around.clock(), new Writer(keeper), around.say());
  }

  /// Begins a run directory and the thread that writes.
  ///
  /// @param told what every manifest is to say: the version, the command, the upstream, the SLO; no
  ///   secret
  /// @throws RecordException where the place takes no run directory
  public static TrafficLog open(
      LogPlan plan, LogKind kind, Sampling sampling, Manifest told, Surroundings around) {
    Rules rules = new Rules(plan, kind, sampling, told);
    Keeper keeper = new Keeper(rules, around.wall(), around.say());
    keeper.begin(around.clock().nanoTime());
    return new TrafficLog(keeper, kind, around);
  }

  /// Goes on by another plan, in a new run directory from now on; exchanges that are under way come
  /// to where they would have come before.
  ///
  /// @throws RecordException where the place takes no run directory; all stays as it was then
  public void goOn(LogPlan plan, Sampling sampling, Manifest told) {
    Rules rules = new Rules(plan, kind, sampling, told);
    next.add(new Next(rules, rules.begin(around.wall().instant(), around.clock().nanoTime(), "")));
  }

  /// Takes a finished exchange; false where it is lost.
  public boolean offer(RequestRecord record) {
    return conveyor.offer(record, RECORD_BYTES + CHUNK_BYTES * record.chunks().count());
  }

  /// How it fares, as of at most half a second ago; any thread.
  public LogStatus status() {
    LogStatus s = status;
    return new LogStatus(
        s.directory(),
        s.written(),
        s.sampledOut(),
        s.lost() + conveyor.lost(),
        s.deleted(),
        s.trouble());
  }

  /// Takes the directory away again that was begun first, as nothing came of it.
  public void discard() {
    conveyor.close();
    if (first != null && status.written() == 0) {
      Home.delete(first);
    }
  }

  /// Writes what has come and ends the directories; what is offered later is lost.
  @Override
  public void close() {
    conveyor.close();
  }

  private final class Writer implements Conveyor.Taker<RequestRecord> {
    private final Keeper keeper;
    private long oldestNanos;
    private int ticks;

    Writer(Keeper keeper) {
      this.keeper = keeper;
    }

    @Override
    public void take(RequestRecord record) {
      goOn();
      keeper.accept(record);
    }

    @Override
    public void beforehand() {
      oldestNanos = around.pulse().oldestNanos();
    }

    @Override
    public void tick(long nowNanos) {
      ticks++;
      goOn();
      if (ticks % TICKS_A_SAMPLE == 0) {
        keeper.health(around.pulse().sample(nowNanos));
      }
      keeper.tick(nowNanos, oldestNanos);
      status = keeper.status();
    }

    @Override
    public void end(long nowNanos) {
      goOn();
      keeper.end(nowNanos);
      status = keeper.status();
    }

    private void goOn() {
      for (Next each = next.poll(); each != null; each = next.poll()) {
        keeper.goOn(each.rules(), each.first());
      }
    }
  }
}
