package dev.goodput.lab.search;

import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.record.LevelBegun;
import dev.goodput.record.LogEntry;
import dev.goodput.record.RequestRecord;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/// Looks at the requests of one level as they end, and passes everything on.
///
/// @param look judges them
/// @param next gets every entry first
/// @param begins told when the level begins, nanoseconds since the run began
/// @param seen told of every request that is over
/// @param ticks run a few times a second
record LevelWatch(
    RequestLook look,
    LoadSink next,
    LongConsumer begins,
    Consumer<Observations.Seen> seen,
    Runnable ticks)
    implements LoadSink {

  @Override
  public void entry(LogEntry entry) {
    next.entry(entry);
    if (entry instanceof LevelBegun begun) {
      begins.accept(begun.beginNanos());
    } else if (entry instanceof RequestRecord request && request.last()) {
      seen.accept(look.look(request));
    }
  }

  @Override
  public void tick(LoadSnapshot snapshot) {
    next.tick(snapshot);
    ticks.run();
  }
}
