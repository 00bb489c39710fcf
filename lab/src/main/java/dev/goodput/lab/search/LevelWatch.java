package dev.goodput.lab.search;

import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.record.LogEntry;
import java.util.function.Consumer;

/// Looks at the entries of one level as they come, and passes everything on.
///
/// @param next gets every entry first
/// @param look gets it then
/// @param ticks run a few times a second
record LevelWatch(LoadSink next, Consumer<LogEntry> look, Runnable ticks) implements LoadSink {

  @Override
  public void entry(LogEntry entry) {
    next.entry(entry);
    look.accept(entry);
  }

  @Override
  public void tick(LoadSnapshot snapshot) {
    next.tick(snapshot);
    ticks.run();
  }
}
