package dev.goodput.app.watch;

import dev.goodput.load.LoadSink;
import dev.goodput.load.LoadSnapshot;
import dev.goodput.record.LogEntry;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Carries out the level of one server on a thread of its own, and hands on what it brings forth.
final class Looker {
  private final Thread thread;
  private volatile @Nullable Throwable fault;

  private Looker(Site site, LoadSink sink) {
    thread =
        Thread.ofPlatform().name("watch-" + site.name()).daemon().unstarted(() -> run(site, sink));
  }

  /// Begins to look.
  ///
  /// @param index the site's
  /// @param hears takes everything, on the looker's thread
  static Looker start(int index, SiteWatch watched, Consumer<Seen> hears) {
    Looker looker =
        new Looker(
            watched.site(),
            new LoadSink() {
              @Override
              public void entry(LogEntry entry) {
                hears.accept(new Seen(index, entry));
              }

              @Override
              public void tick(LoadSnapshot snapshot) {
                watched.underWay(snapshot.inFlight());
              }
            });
    looker.thread.start();
    return looker;
  }

  private void run(Site site, LoadSink sink) {
    try {
      var _ = site.opened().target().run(site.plan(), 0, site.plan().source(0), sink);
    } catch (RuntimeException | Error e) {
      fault = e;
    }
  }

  /// Whether all is handed on.
  ///
  /// @throws RuntimeException what ended it, where that was a fault
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
