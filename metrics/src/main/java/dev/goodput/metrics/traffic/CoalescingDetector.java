package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.ChunkTable;
import java.util.Locale;

/// A detector of hops that hold streams back and release them in lumps, which also names the likely
/// cause. Its input is the socket reads of streams.
///
/// A lump is everything that was read within a millisecond. A stream counts as lumped if most of
/// its lumps hold several content events, the gaps between lumps are long compared with the lumps,
/// and almost no lump in mid-stream holds a single event. This excludes:
///
/// - fast engines, whose gaps are short;
/// - engines with speculative decoding, which now and then have only one token accepted;
/// - engines that produce several tokens per step, which produce the same number in every step. A
///   hop that waits for a time or a number of bytes cuts at varying events instead.
///
/// Known causes: nginx with its defaults releases whole multiples of 4 KiB; HAProxy without
/// `http-no-delay` waits 200 ms; Nagle's algorithm waits for an acknowledgement that is delayed by
/// 40 ms. All of them show as an ITL with a median near 0 and a TTFT that is longer by the delay.
///
/// Single-threaded. For each stream call [#begin(long)], then [#read(long, int, int)] for each
/// read, then [#end()]. The last 256 streams and 2,048 lumps count.
public final class CoalescingDetector {
  /// An unknown number of bytes.
  public static final int UNKNOWN = -1;

  private static final int MIN_STREAMS = 3;
  private static final long STEADY_MAX = 16;
  private static final double STEADY = 0.95;
  private static final double MAX = 0.7;
  private static final int MANY_EVENTS = 8;

  private final StreamLumps stream = new StreamLumps();
  private final LumpStatistics pool = new LumpStatistics();

  /// Starts a stream at its request's start.
  public void begin(long startNanos) {
    stream.begin(startNanos);
  }

  /// Adds a socket read that completed content events.
  ///
  /// @param nanos timestamp of the read
  /// @param events number of events that it completed
  /// @param bytes number of body bytes in it, or [#UNKNOWN]
  public void read(long nanos, int events, int bytes) {
    stream.read(nanos, events, bytes);
  }

  /// Ends the stream.
  public void end() {
    end(Double.NaN);
  }

  /// Ends the stream.
  ///
  /// @param bytesPerEvent mean body bytes per event, used for reads with an unknown number of
  ///   bytes; NaN if it is unknown as well
  public void end(double bytesPerEvent) {
    pool.add(stream, bytesPerEvent);
  }

  /// Adds a whole stream whose reads are derived from its chunks.
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

  /// Returns the verdict on the streams so far.
  public Coalescing verdict() {
    long streams = pool.streams();
    if (streams < MIN_STREAMS) {
      return new Coalescing(Coalescing.Cause.UNDECIDED, "", streams, 0, 0, 0, 0);
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
    if (pool.countedPageShare() >= MAX) {
      return Coalescing.Cause.NGINX_BUFFERING;
    }
    if (events <= STEADY_MAX && pool.sameEventsShare(Math.round(events)) >= STEADY) {
      return Coalescing.Cause.NONE;
    }
    if (pool.gapShare(185, 215) >= MAX) {
      return Coalescing.Cause.HAPROXY_DELAY;
    }
    if (pool.gapShare(38, 46) >= MAX) {
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
      case BUFFERING, NONE, UNDECIDED -> lumps;
    };
  }

  private String pages() {
    return pool.countedPageShare() >= MAX
        ? "%.0f %% of them whole steps of 4 KiB".formatted(100 * pool.countedPageShare())
        : String.format(Locale.ROOT, "about %.1f KiB each", pool.medianBytes() / 1024);
  }

  private String share(String words, double fromMs, double toMs) {
    return words.formatted(100 * pool.gapShare(fromMs, toMs));
  }
}
