package dev.goodput.load;

import dev.goodput.record.HealthSample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/// A sampler of the client's own health, once a second. Belongs to the draining thread.
final class HealthSampler implements AutoCloseable {
  private final int level;
  private final List<LoopWorker> workers;

  /// With more requests in flight than this, reading the state of every socket costs more than it
  /// is worth.
  private static final int CROWD = 200;

  private final LongSupplier unreadBytes;
  private final GcPauses pauses = new GcPauses();
  private final MachineCpu machine;
  private long lastNanos;
  private long lastCpuNanos;
  private int refusedLocally;

  HealthSampler(
      int level,
      List<LoopWorker> workers,
      LongSupplier unreadBytes,
      MachineCpu machine,
      long nowNanos) {
    this.machine = machine;
    this.unreadBytes = unreadBytes;
    this.level = level;
    this.workers = workers;
    this.lastNanos = nowNanos;
    this.lastCpuNanos = machine.cpuNanos().getAsLong();
  }

  /// Returns the connections refused by this machine since the last call.
  private int refusedSinceLast() {
    int soFar = 0;
    for (LoopWorker worker : workers) {
      soFar += worker.counters().refusedLocally();
    }
    int more = soFar - refusedLocally;
    refusedLocally = soFar;
    return Math.max(0, more);
  }

  /// Returns the sample for the time since the last one.
  HealthSample sample(long nowNanos, int inFlight) {
    List<Long> lags = new ArrayList<>();
    workers.forEach(worker -> worker.probe().drainTo(lags));
    long cpu = machine.cpuNanos().getAsLong();
    double cpuShare =
        (double) (cpu - lastCpuNanos) / Math.max(1, nowNanos - lastNanos) / machine.cores();
    HealthSample sample =
        new HealthSample(
            level,
            nowNanos,
            lags,
            pauses.drain(),
            cpuShare,
            machine.host().share(),
            inFlight > CROWD ? -1 : unreadBytes.getAsLong(),
            refusedSinceLast(),
            inFlight);
    lastNanos = nowNanos;
    lastCpuNanos = cpu;
    return sample;
  }

  @Override
  public void close() {
    pauses.close();
  }
}
