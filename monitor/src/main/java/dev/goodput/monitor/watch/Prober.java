package dev.goodput.monitor.watch;

import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.record.LogEntry;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A thread that runs the load level of one server and forwards every log entry that it produces.
final class Prober {
  private final Thread thread;
  private volatile @Nullable Throwable fault;

  private Prober(ProbeTarget site, LoadSink sink) {
    thread =
        Thread.ofPlatform().name("watch-" + site.name()).daemon().unstarted(() -> run(site, sink));
  }

  /// Starts probing.
  ///
  /// @param index the index of the server
  /// @param listener receives every entry, on this prober's thread
  static Prober start(int index, TargetHistory watched, Consumer<ProbeEvent> listener) {
    Prober looker =
        new Prober(
            watched.site(),
            new LoadSink() {
              @Override
              public void entry(LogEntry entry) {
                listener.accept(new ProbeEvent(index, entry));
              }

              @Override
              public void tick(LoadSnapshot snapshot) {
                watched.unfinished(snapshot.inFlight());
              }
            });
    looker.thread.start();
    return looker;
  }

  private void run(ProbeTarget site, LoadSink sink) {
    try {
      var _ = site.target().run(site.plan(), 0, site.plan().source(0), sink);
    } catch (RuntimeException | Error e) {
      fault = e;
    }
  }

  /// Returns whether the thread has ended, so that no entry follows.
  ///
  /// @throws RuntimeException the fault that ended the thread, if any
  boolean over() {
    if (thread.isAlive()) {
      return false;
    }
    switch (fault) {
      case null -> {
        return true;
      }
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }
}
