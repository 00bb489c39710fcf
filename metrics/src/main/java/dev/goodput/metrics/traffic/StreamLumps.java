package dev.goodput.metrics.traffic;

import java.util.Arrays;

/// The lumps of one stream.
final class StreamLumps {
  private static final long TOGETHER_NANOS = 1_000_000;
  private static final long SHORTEST_GAP_NANOS = 20_000_000;

  /// Minimum time per event: no engine generates more than 10,000 tokens a second for one stream.
  private static final long FASTEST_EVENT_NANOS = 100_000;

  private static final int MIN_EVENTS = 16;
  private static final int SEVERAL = 3;
  private static final double FEW = 0.05;
  private static final double BRIEF = 0.1;
  private static final int MAX_LUMPS = 4096;
  private static final long PAGE = 4096;

  /// Bytes of framing that a hop adds to whole pages.
  private static final long FRAMING = 32;

  private long startNanos;
  private long[] begins = new long[64];
  private long[] ends = new long[64];
  private long[] events = new long[64];
  private long[] bytes = new long[64];
  private int count;
  private long allEvents;

  void begin(long nanos) {
    startNanos = nanos;
    count = 0;
    allEvents = 0;
  }

  void read(long nanos, int completed, int brought) {
    allEvents += completed;
    if (count > 0 && nanos - ends[count - 1] < TOGETHER_NANOS) {
      ends[count - 1] = nanos;
      events[count - 1] += completed;
      bytes[count - 1] = brought < 0 || bytes[count - 1] < 0 ? -1 : bytes[count - 1] + brought;
    } else if (count < MAX_LUMPS) {
      reserve();
      begins[count] = nanos;
      ends[count] = nanos;
      events[count] = completed;
      bytes[count++] = brought;
    }
  }

  private void reserve() {
    if (count == begins.length) {
      begins = Arrays.copyOf(begins, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
      events = Arrays.copyOf(events, 2 * count);
      bytes = Arrays.copyOf(bytes, 2 * count);
    }
  }

  /// Returns whether it is long enough to be judged.
  boolean isConclusive() {
    return allEvents >= MIN_EVENTS;
  }

  /// Returns whether all of it, or all after the first event, arrived at once, faster than any
  /// engine generates.
  boolean arrivedAtOnce() {
    int last = count - 1;
    return count > 0
        && count <= 2
        && events[last] >= MIN_EVENTS - 1
        && events[last] >= allEvents - 1
        && ends[last] - begins[last] < FASTEST_EVENT_NANOS * events[last];
  }

  /// Returns whether all lumps but the last are whole pages of 4 KiB, as far as bytes were counted.
  boolean paged() {
    boolean paged = count > 1;
    for (int i = 0; i < count - 1; i++) {
      paged &= events[i] >= SEVERAL && wholePages(bytes[i]);
    }
    return paged && gapNanos(count - 1) >= SHORTEST_GAP_NANOS;
  }

  static boolean wholePages(long size) {
    long over = size % PAGE;
    return size >= PAGE - FRAMING && Math.min(over, PAGE - over) <= FRAMING;
  }

  /// Returns whether it arrived in several lumps. The first and the last lump are ignored, as the
  /// response's own ends cut them.
  boolean lumped() {
    if (inner() < 2) {
      return false;
    }
    long single = 0;
    long spans = 0;
    long gaps = 0;
    for (int i = 1; i < count - 1; i++) {
      single += events[i] <= 1 ? 1 : 0;
      spans += ends[i] - begins[i];
      gaps += gapNanos(i);
    }
    return single <= FEW * inner()
        && spans <= BRIEF * gaps
        && median(Arrays.copyOfRange(events, 1, count - 1)) >= SEVERAL
        && gaps >= SHORTEST_GAP_NANOS * inner();
  }

  private static long median(long[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  /// Returns the number of lumps except the first and the last.
  int inner() {
    return Math.max(0, count - 2);
  }

  /// Returns the gap between the lump before, or the start, and this one.
  long gapNanos(int lump) {
    return begins[lump] - (lump == 0 ? startNanos : begins[lump - 1]);
  }

  long events(int lump) {
    return events[lump];
  }

  /// Returns the bytes of a lump; negative if unknown.
  long bytes(int lump) {
    return bytes[lump];
  }

  long allEvents() {
    return allEvents;
  }

  /// Returns the time from the start to the last lump.
  long heldNanos() {
    return count == 0 ? 0 : begins[count - 1] - startNanos;
  }
}
