package dev.goodput.lab;

import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.metrics.live.BenchListener;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunLogWriter;

/// Writes a level's entries to the run's log and tells the listener how it goes.
///
/// The log is flushed at each health sample, which is once a second.
final class BenchSink implements LoadSink {
  private final RunLogWriter writer;
  private final BenchListener listener;
  private final ProgressMeter meter;

  BenchSink(BenchPlan plan, int index, RunLogWriter writer, BenchListener listener) {
    this.writer = writer;
    this.listener = listener;
    this.meter = new ProgressMeter(plan, index);
  }

  @Override
  public void entry(LogEntry entry) {
    writer.append(entry);
    switch (entry) {
      case RequestRecord record -> meter.add(record);
      case HealthSample _, LevelStarted _, LevelEnded _ -> writer.flush();
    }
  }

  @Override
  public void tick(LoadSnapshot snapshot) {
    listener.progress(meter.progress(snapshot));
  }
}
