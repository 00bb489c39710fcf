package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.ChunkTable;
import java.util.Locale;

/// Tells from the reads of streams whether a hop holds them back and lets them go in lumps, and
/// names its likely cause.
///
/// A lump is what was read within a millisecond. Streams are lumped where most lumps hold several
/// content events, come rarely against how long they take, and never hold a single one in
/// mid-stream. That leaves out fast engines, whose gaps are short; engines with speculative
/// decoding, which now and then have but one token accepted; and engines that make several tokens a
/// step, which make the same number at every step, where a hop that waits for a time or for bytes
/// cuts now before an event and now behind it. What is known of causes: nginx with its defaults
/// lets go of whole multiples of 4 KiB; HAProxy without `http-no-delay` waits 200 ms; Nagle's
/// algorithm waits for an acknowledgement that is delayed by 40 ms. All are seen as an ITL whose
/// median is near 0, with a TTFT that is up by what was held.
///
/// One thread. For each stream [#begin(long)], a [#read(long, int, int)] for each read, [#end()].
/// The last 256 streams and 2,048 lumps count.
public final class CoalescingDetector {
  /// Stands for bytes that are not known.
  public static final int UNKNOWN = -1;

  private static final int LEAST_STREAMS = 3;
  private static final long STEADY_MOST = 16;
  private static final double STEADY = 0.95;
  private static final double MOST = 0.7;
  private static final int MANY_EVENTS = 8;

  private final StreamLumps stream = new StreamLumps();
  private final LumpPool pool = new LumpPool();

  /// A stream begins with its request's start.
  public void begin(long startNanos) {
    stream.begin(startNanos);
  }

  /// One socket read that completed content events.
  ///
  /// @param nanos its stamp
  /// @param events how many it completed
  /// @param bytes of body it brought, [#UNKNOWN] where nobody counted
  public void read(long nanos, int events, int bytes) {
    stream.read(nanos, events, bytes);
  }

  /// The stream is over.
  public void end() {
    end(Double.NaN);
  }

  /// The stream is over.
  ///
  /// @param bytesPerEvent of body on average, for reads whose bytes nobody counted; NaN where that
  ///   is not known either
  public void end(double bytesPerEvent) {
    pool.add(stream, bytesPerEvent);
  }

  /// A whole stream whose reads are told by its chunks.
  void add(long startNanos, ChunkTable chunks, double bytesPerEvent) {
    begin(startNanos);
    for (int i = 0; i < chunks.count(); ) {
      int from = i++;
      while (i < chunks.count() && chunks.sharedRead(i)) {
        i++;
      }
      read(chunks.nanos(from), i - from, UNKNOWN);
    }
    end(bytesPerEvent);
  }

  /// What the streams so far tell.
  public Coalescing verdict() {
    long streams = pool.streams();
    if (streams < LEAST_STREAMS) {
      return new Coalescing(Coalescing.Cause.UNTOLD, "", streams, 0, 0, 0, 0);
    }
    if (2 * pool.whole() >= streams) {
      return whole(streams);
    }
    return 2 * pool.lumped() < streams ? none(streams) : lumped(streams);
  }

  private static Coalescing none(long streams) {
    return new Coalescing(Coalescing.Cause.NONE, "", streams, 0, 0, 0, 0);
  }

  private Coalescing whole(long streams) {
    String evidence =
        "%d of %d answers came in one piece of %.0f events, %.0f ms after the request"
            .formatted(pool.whole(), streams, pool.medianWholeEvents(), pool.medianWholeMs());
    return new Coalescing(
        Coalescing.Cause.BUFFERING,
        evidence,
        streams,
        pool.whole(),
        0,
        pool.medianWholeEvents(),
        pool.medianWholeMs() / 2);
  }

  private Coalescing lumped(long streams) {
    double gapMs = pool.medianGapMs();
    double events = pool.medianEvents();
    Coalescing.Cause cause = cause(events);
    if (!cause.holds()) {
      return none(streams);
    }
    return new Coalescing(
        cause,
        evidence(cause, streams, gapMs, events),
        streams,
        pool.lumped(),
        gapMs,
        events,
        gapMs / 2);
  }

  private Coalescing.Cause cause(double events) {
    if (pool.countedPageShare() >= MOST) {
      return Coalescing.Cause.NGINX_BUFFERING;
    }
    if (events <= STEADY_MOST && pool.sameEventsShare(Math.round(events)) >= STEADY) {
      return Coalescing.Cause.NONE;
    }
    if (pool.gapShare(185, 215) >= MOST) {
      return Coalescing.Cause.HAPROXY_DELAY;
    }
    if (pool.gapShare(38, 46) >= MOST) {
      return Coalescing.Cause.NAGLE;
    }
    if (pool.typicalPage()) {
      return Coalescing.Cause.NGINX_BUFFERING;
    }
    return events >= MANY_EVENTS ? Coalescing.Cause.BUFFERING : Coalescing.Cause.NONE;
  }

  private String evidence(Coalescing.Cause cause, long streams, double gapMs, double events) {
    String lumps =
        "%d of %d streams came in lumps: %.0f events every %.0f ms"
            .formatted(pool.lumped(), streams, events, gapMs);
    return switch (cause) {
      case NGINX_BUFFERING -> lumps + ", " + pages();
      case HAPROXY_DELAY -> lumps + share(", %.0f %% of the gaps within 185 to 215 ms", 185, 215);
      case NAGLE -> lumps + share(", %.0f %% of the gaps within 38 to 46 ms", 38, 46);
      case BUFFERING, NONE, UNTOLD -> lumps;
    };
  }

  private String pages() {
    return pool.countedPageShare() >= MOST
        ? "%.0f %% of them whole steps of 4 KiB".formatted(100 * pool.countedPageShare())
        : String.format(Locale.ROOT, "about %.1f KiB each", pool.medianBytes() / 1024);
  }

  private String share(String words, double fromMs, double toMs) {
    return words.formatted(100 * pool.gapShare(fromMs, toMs));
  }
}
