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
import org.jspecify.annotations.Nullable;

/// A sink that writes a level's entries to the run's log and reports progress to the listener.
///
/// The log is flushed at each health sample, which is once a second.
final class BenchSink implements LoadSink {
  private final RunLogWriter writer;
  private final BenchListener listener;
  private final ProgressMeter meter;
  private final @Nullable AnswerFile answers;

  BenchSink(BenchPlan plan, int index, RunLogWriter writer, BenchListener listener) {
    this(plan, index, writer, listener, null);
  }

  /// @param answers where the texts of the responses go; null if they are not kept
  BenchSink(
      BenchPlan plan,
      int index,
      RunLogWriter writer,
      BenchListener listener,
      @Nullable AnswerFile answers) {
    this.answers = answers;
    this.writer = writer;
    this.listener = listener;
    this.meter = new ProgressMeter(plan, index);
  }

  @Override
  public void entry(LogEntry entry) {
    writer.append(entry);
    switch (entry) {
      case RequestRecord record -> meter.add(record);
      case HealthSample _, LevelStarted _, LevelEnded _ -> flush();
    }
  }

  private void flush() {
    writer.flush();
    if (answers != null) {
      answers.flush();
    }
  }

  @Override
  public boolean wantsText() {
    return answers != null;
  }

  @Override
  public void text(RequestRecord record, @Nullable String text) {
    if (answers != null) {
      answers.add(record, text);
    }
  }

  @Override
  public void tick(LoadSnapshot snapshot) {
    if (snapshot.draining() || listener.wantsProgress()) {
      listener.progress(meter.progress(snapshot));
    }
  }
}
