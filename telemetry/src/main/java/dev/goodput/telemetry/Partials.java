package dev.goodput.telemetry;

import java.util.function.Consumer;

/// The events of one gateway process on their way into [Partial]s: each event is in exactly one of
/// them. A partial is sent when its window has ended, or earlier if it is large. For one thread.
public final class Partials {
  /// Bounds the bytes of a partial: about 60 KiB.
  private static final int MAX_EVENTS = 4096;

  /// Bounds the memory that invented names take.
  private static final int MAX_KEYS = 10_000;

  private final WindowSums sums = new WindowSums(Partial.WINDOW_MILLIS, SparseHistogram.FINE_BITS);
  private final String gateway;
  private final long boot;
  private final Consumer<Partial> to;
  private long sequence;
  private long latestMicros;

  /// Creates the first partials of a process.
  ///
  /// @param gateway the name of the gateway
  /// @param boot a number of this process
  /// @param to takes partials that are complete
  public Partials(String gateway, long boot, Consumer<Partial> to) {
    this.gateway = RequestEvents.shortened(gateway);
    this.boot = boot;
    this.to = to;
  }

  /// Adds an event.
  public void add(RequestEvent event) {
    latestMicros = Math.max(latestMicros, event.endedMicros());
    RollupKey key = RollupKey.of(event.labels());
    Rollup part = sums.of(event.endedMillis(), key);
    part.add(event);
    if (part.events() >= MAX_EVENTS) {
      send(sums.take(event.endedMillis(), key));
    } else if (sums.size() > MAX_KEYS) {
      sendAll();
    }
  }

  /// Sends the partials of windows that ended at a time or before, in milliseconds since 1970
  /// (UTC). Events of these windows that come later are sent in further partials.
  public void sendEnded(long millis) {
    sums.takeEnded(millis, this::send);
  }

  /// Sends all partials.
  public void sendAll() {
    sums.takeAll(this::send);
  }

  private void send(WindowRollup part) {
    long endMicros = (part.startMillis() + part.lengthMillis()) * 1000;
    EventSource source = new EventSource(gateway, boot, sequence++);
    to.accept(new Partial(source, Math.min(latestMicros, endMicros - 1), part));
  }
}
