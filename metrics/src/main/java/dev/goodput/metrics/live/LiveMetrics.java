package dev.goodput.metrics.live;

import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// Rolling figures of a running run, over the last ten seconds of the records' own stamps.
///
/// Records are added, and snapshots taken, by one thread at a time; the methods are synchronized so
/// that the progress block may read from another.
public final class LiveMetrics {
  private static final int SLOTS = 10;
  private static final long SLOT_NANOS = 1_000_000_000L;

  private final Slot[] slots = new Slot[SLOTS];
  private final SortedMap<String, Long> failedByOutcome = new TreeMap<>();
  private long latestSecond = -1;
  private long firstSecond = -1;
  private long done;
  private long ok;
  private long failed;
  private long cancelled;

  /// Creates figures without any ended request.
  public LiveMetrics() {
    for (int i = 0; i < SLOTS; i++) {
      slots[i] = new Slot();
    }
  }

  /// Adds an exchange that ended.
  public synchronized void add(RequestRecord request) {
    if (request.last()) {
      count(request.outcome());
    }
    long ended = request.stamps().endedNanos();
    if (!Stamps.present(ended)) {
      return;
    }
    Slot slot = slot(Math.max(0, ended / SLOT_NANOS));
    if (slot != null) {
      addTo(slot, request);
    }
  }

  private void count(Outcome outcome) {
    done++;
    if (outcome instanceof Outcome.Ok) {
      ok++;
    } else if (outcome.failure()) {
      failed++;
      failedByOutcome.merge(outcome.key(), 1L, Long::sum);
    } else {
      cancelled++;
    }
  }

  /// The slot of a second; null for one that has rolled out.
  private @Nullable Slot slot(long second) {
    if (firstSecond < 0) {
      firstSecond = second;
      latestSecond = second;
    }
    if (second <= latestSecond - SLOTS) {
      return null;
    }
    for (long s = Math.max(latestSecond + 1, second - SLOTS + 1); s <= second; s++) {
      slots[(int) (s % SLOTS)].clear();
    }
    firstSecond = Math.min(firstSecond, second);
    latestSecond = Math.max(latestSecond, second);
    return slots[(int) (second % SLOTS)];
  }

  private static void addTo(Slot slot, RequestRecord request) {
    slot.tokens += request.outputTokens();
    if (!(request.outcome() instanceof Outcome.Ok)) {
      return;
    }
    slot.ok++;
    long ttft = RequestTimes.of(request).ttftNanos();
    if (!Stamps.present(ttft)) {
      return;
    }
    slot.ttft.recordValue(Math.max(0, ttft));
    if (request.streamedTokens() > 1 && request.chunks().count() > 1) {
      addGaps(slot, request);
    }
  }

  // If a chunk does not report its tokens, each counts as many as the others: one, if chunks and
  // tokens agree.
  private static void addGaps(Slot slot, RequestRecord request) {
    double usual = (request.streamedTokens() - 1.0) / (request.chunks().count() - 1);
    ChunkLog.Cursor cursor = request.chunks().cursor();
    cursor.next();
    long previous = cursor.nanos();
    while (cursor.next()) {
      boolean counted = cursor.tokens() > 0;
      double spread = (cursor.nanos() - previous) / (counted ? cursor.tokens() : usual);
      slot.itl.recordValueWithCount(Math.round(spread), counted ? cursor.tokens() : 1);
      previous = cursor.nanos();
    }
  }

  /// The run so far.
  public synchronized LiveSnapshot snapshot() {
    Slot all = new Slot();
    for (Slot slot : slots) {
      all.add(slot);
    }
    double seconds = Math.clamp(latestSecond - firstSecond + 1, 1, SLOTS);
    return new LiveSnapshot(
        done,
        ok,
        failed,
        cancelled,
        failedByOutcome,
        Slot.percentileMillis(all.ttft, 50),
        Slot.percentileMillis(all.ttft, 95),
        Slot.percentileMillis(all.itl, 50),
        Slot.percentileMillis(all.itl, 95),
        all.ok / seconds,
        all.tokens / seconds);
  }

  /// One second of what ended.
  private static final class Slot {
    private static final int DIGITS = 3;

    final Histogram ttft = new Histogram(DIGITS);
    final Histogram itl = new Histogram(DIGITS);
    long ok;
    long tokens;

    void clear() {
      ttft.reset();
      itl.reset();
      ok = 0;
      tokens = 0;
    }

    void add(Slot other) {
      ttft.add(other.ttft);
      itl.add(other.itl);
      ok += other.ok;
      tokens += other.tokens;
    }

    static @Nullable Double percentileMillis(Histogram histogram, double percent) {
      return histogram.getTotalCount() == 0 ? null : histogram.getValueAtPercentile(percent) / 1e6;
    }
  }
}
