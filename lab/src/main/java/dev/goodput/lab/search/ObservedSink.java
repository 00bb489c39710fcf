package dev.goodput.lab.search;

import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.record.LogEntry;
import java.util.function.Consumer;

/// A sink that looks at the entries of one level as they arrive and forwards everything.
///
/// @param next receives every entry first
/// @param observer receives every entry second
/// @param ticks runs a few times a second
record ObservedSink(LoadSink next, Consumer<LogEntry> observer, Runnable ticks)
    implements LoadSink {

  @Override
  public void entry(LogEntry entry) {
    next.entry(entry);
    observer.accept(entry);
  }

  @Override
  public void tick(LoadSnapshot snapshot) {
    next.tick(snapshot);
    ticks.run();
  }
}
