package dev.goodput.lab.comparison;

import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.metrics.Analysis;
import dev.goodput.metrics.AnalysisOptions;
import dev.goodput.metrics.LevelResult;
import dev.goodput.record.LogEntry;
import java.util.ArrayList;
import java.util.List;

/// Keeps the entries of one run for its analysis, and passes everything on.
final class RunWatch implements LoadSink {
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

  LevelResult analyse(AnalysisOptions options) {
    return Analysis.analyse(entries::forEach, options).levels().getFirst();
  }
}
