package dev.goodput.lab.comparison;

import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Keeps the entries of one run for its analysis, and passes everything on.
final class RunWatch implements LoadSink, LogSource {
  private final LoadSink next;
  private final List<LogEntry> entries = new ArrayList<>();

  RunWatch(LoadSink next) {
    this.next = next;
  }

  @Override
  public void entry(LogEntry entry) {
    next.entry(entry);
    entries.add(entry);
  }

  @Override
  public void tick(LoadSnapshot snapshot) {
    next.tick(snapshot);
  }

  @Override
  public void read(Consumer<? super LogEntry> consumer) {
    entries.forEach(consumer);
  }
}
