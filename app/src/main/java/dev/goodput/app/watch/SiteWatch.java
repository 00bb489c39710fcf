package dev.goodput.app.watch;

import dev.goodput.gateway.exchange.TrafficListener;
import dev.goodput.gateway.store.Pulse;
import dev.goodput.gateway.store.TrafficLog;
import dev.goodput.record.RequestRecord;
import dev.goodput.wire.dialect.PromptSink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is made of the looks at one server. The main thread's, where it does not say otherwise.
final class SiteWatch {
  private final Site site;
  private final String sloClass;
  private final long everyNanos;
  private final LookBook book;
  private final SiteTally tally;
  private final Outages outages = new Outages();
  private final Hears hears;
  private @Nullable TrafficLog log;
  private long beganNanos;
  private volatile long oldestNanos = Pulse.NOBODY;
  private volatile int underWay;

  /// Hears of looks.
  interface Hears {
    /// A look ended; looks may end in another order than they began.
    void looked(Site site, Look look, boolean kept);

    /// A server went down or came back, in the order of the looks.
    void turned(Site site, Outage outage);
  }

  SiteWatch(Site site, LookOptions look, String sloClass, SiteTally tally, Hears hears) {
    this.site = site;
    this.sloClass = sloClass;
    this.everyNanos = look.everyNanos();
    this.book = new LookBook(look.requests);
    this.tally = tally;
    this.hears = hears;
  }

  /// Keeps what comes from now on there.
  void keep(TrafficLog kept) {
    log = kept;
  }

  /// The grid begins.
  void began(long nanos) {
    beganNanos = nanos;
    oldestNanos = nanos;
  }

  /// A request ended.
  ///
  /// @param listeners hear of it, unless we broke it off ourselves
  void ended(RequestRecord request, List<TrafficListener> listeners) {
    TrafficLog kept = log;
    if (kept != null) {
      var _ = kept.offer(request);
    }
    if (!Look.leftByUs(request.outcome())) {
      listeners.forEach(each -> each.passed(Passing.of(request, site, sloClass), PromptSink.NONE));
    }
    book.add(request).ifPresent(look -> hears.looked(site, look, tally.add(look)));
    for (Look look : book.inOrder()) {
      outages.add(look).ifPresent(outage -> hears.turned(site, outage));
    }
    oldestNanos = beganNanos + book.next() * everyNanos;
  }

  Site site() {
    return site;
  }

  SiteTally tally() {
    return tally;
  }

  List<Outage> outages() {
    return outages.all();
  }

  /// When the first look began that has not ended, or will; from any thread.
  long oldestNanos() {
    return oldestNanos;
  }

  /// So many requests are under way; from any thread.
  void underWay(int requests) {
    underWay = requests;
  }

  /// How many were as of a quarter of a second ago; from any thread.
  int underWay() {
    return underWay;
  }

  /// What of its log does not work; empty where all does.
  String trouble() {
    TrafficLog kept = log;
    return kept == null ? "" : kept.status().trouble();
  }

  /// Writes the end of its log.
  void close() {
    TrafficLog kept = log;
    if (kept != null) {
      kept.close();
    }
  }
}
