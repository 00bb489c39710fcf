package dev.goodput.metrics.traffic;

import java.util.Arrays;
import java.util.function.DoublePredicate;
import java.util.function.IntPredicate;

/// The latest streams by kind, and the latest lumps of the lumped ones.
final class LumpStatistics {
  private static final int STREAMS = 256;
  private static final int LUMPS = 2048;
  private static final double PAGE = 4096;
  private static final double LARGEST_PAGES = 16;

  private static final double NEAR = 0.08;
  private static final double MILLI = 1e6;

  private enum Kind {
    FLOWING,
    LUMPED,
    WHOLE
  }

  private final Kind[] kinds = new Kind[STREAMS];
  private final double[] wholeMs = new double[STREAMS];
  private final double[] wholeEvents = new double[STREAMS];
  private final double[] gapMs = new double[LUMPS];
  private final double[] events = new double[LUMPS];
  private final double[] bytes = new double[LUMPS];
  private final boolean[] counted = new boolean[LUMPS];
  private long streams;
  private long lumps;

  void add(StreamLumps stream, double bytesPerEvent) {
    if (!stream.isConclusive()) {
      return;
    }
    int at = (int) (streams++ % STREAMS);
    boolean whole = stream.arrivedAtOnce();
    boolean lumped = stream.paged() || stream.lumped();
    kinds[at] = whole ? Kind.WHOLE : lumped ? Kind.LUMPED : Kind.FLOWING;
    wholeMs[at] = whole ? stream.heldNanos() / MILLI : Double.NaN;
    wholeEvents[at] = whole ? stream.allEvents() : Double.NaN;
    for (int i = stream.paged() ? 0 : 1; kinds[at] == Kind.LUMPED && i <= stream.inner(); i++) {
      addLump(stream, i, bytesPerEvent);
    }
  }

  private void addLump(StreamLumps stream, int lump, double bytesPerEvent) {
    int at = (int) (lumps++ % LUMPS);
    gapMs[at] = stream.gapNanos(lump) / MILLI;
    events[at] = stream.events(lump);
    counted[at] = stream.bytes(lump) >= 0;
    bytes[at] = counted[at] ? stream.bytes(lump) : stream.events(lump) * bytesPerEvent;
  }

  long streams() {
    return Math.min(streams, STREAMS);
  }

  private long of(Kind kind) {
    return Arrays.stream(kinds).filter(kind::equals).count();
  }

  long lumped() {
    return of(Kind.LUMPED);
  }

  long whole() {
    return of(Kind.WHOLE);
  }

  private int heldLumps() {
    return (int) Math.min(lumps, LUMPS);
  }

  private double share(IntPredicate lump) {
    int held = heldLumps();
    int found = 0;
    for (int i = 0; i < held; i++) {
      found += lump.test(i) ? 1 : 0;
    }
    return held == 0 ? 0 : (double) found / held;
  }

  /// Returns the share of lumps whose gap is in this range.
  double gapShare(double fromMs, double toMs) {
    return share(lump -> gapMs[lump] >= fromMs && gapMs[lump] <= toMs);
  }

  /// Returns the share of lumps with this number of events.
  double sameEventsShare(long number) {
    return share(lump -> Math.round(events[lump]) == number);
  }

  /// Returns the share of lumps whose bytes were counted and are whole pages.
  double countedPageShare() {
    return share(lump -> counted[lump] && StreamLumps.wholePages((long) bytes[lump]));
  }

  /// Returns whether the median lump is about 4, 8, 16, 32 or 64 KiB, the usual sizes of buffers.
  boolean typicalPage() {
    double size = medianBytes();
    for (double pages = 1; pages <= LARGEST_PAGES; pages *= 2) {
      if (Math.abs(size / (pages * PAGE) - 1) <= NEAR) {
        return true;
      }
    }
    return false;
  }

  double medianGapMs() {
    return median(gapMs, heldLumps(), value -> true);
  }

  double medianEvents() {
    return median(events, heldLumps(), value -> true);
  }

  /// Returns the median size; NaN if unknown.
  double medianBytes() {
    return median(bytes, heldLumps(), value -> !Double.isNaN(value));
  }

  double medianWholeMs() {
    return median(wholeMs, (int) streams(), value -> !Double.isNaN(value));
  }

  double medianWholeEvents() {
    return median(wholeEvents, (int) streams(), value -> !Double.isNaN(value));
  }

  private static double median(double[] from, int length, DoublePredicate known) {
    double[] values = Arrays.stream(from, 0, length).filter(known).sorted().toArray();
    return values.length == 0 ? Double.NaN : values[values.length / 2];
  }
}
