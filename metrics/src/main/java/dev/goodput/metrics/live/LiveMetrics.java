package dev.goodput.metrics.live;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.stream.ItlSource;
import dev.goodput.metrics.stream.ItlTally;
import dev.goodput.metrics.stream.RequestTimes;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// Metrics of a run in progress: counts since its start, and rolling figures over the last ten
/// seconds of the records' stamps.
///
/// Thread-safe: one thread adds records while the progress display takes snapshots.
public final class LiveMetrics {
  private static final int SLOTS = 10;
  private static final long SLOT_NANOS = 1_000_000_000L;

  private final Slot[] slots = new Slot[SLOTS];
  private final SortedMap<String, Long> failedByOutcome = new TreeMap<>();
  private @Nullable RequestView view;
  private long latestSecond = -1;
  private long firstSecond = -1;
  private long done;
  private long ok;
  private long failed;
  private long cancelled;

  /// Creates metrics without records.
  public LiveMetrics() {
    for (int i = 0; i < SLOTS; i++) {
      slots[i] = new Slot();
    }
  }

  /// Adds a finished exchange.
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

  /// Returns the slot of a second; null if the second is older than the window.
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

  private void addTo(Slot slot, RequestRecord request) {
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
    RequestView viewed = view(request);
    slot.itlTally.add(viewed);
    viewed.eachItl((nanos, times) -> slot.itl.recordValueWithCount(Math.round(nanos), times));
  }

  private RequestView view(RequestRecord request) {
    if (view == null) {
      view = new RequestView(request, AnalysisOptions.DEFAULTS.paceTps());
    } else {
      view.load(request);
    }
    return view;
  }

  /// Returns the state of the run so far.
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
        all.itlPercentileMillis(50),
        all.itlPercentileMillis(95),
        all.ok / seconds,
        all.tokens / seconds);
  }

  /// The exchanges that ended in one second.
  private static final class Slot {
    private static final int SIGNIFICANT_DIGITS = 3;

    final Histogram ttft = new Histogram(SIGNIFICANT_DIGITS);
    final Histogram itl = new Histogram(SIGNIFICANT_DIGITS);
    ItlTally itlTally = new ItlTally();
    long ok;
    long tokens;

    void clear() {
      itlTally = new ItlTally();
      ttft.reset();
      itl.reset();
      ok = 0;
      tokens = 0;
    }

    void add(Slot other) {
      ttft.add(other.ttft);
      itl.add(other.itl);
      itlTally.addAll(other.itlTally);
      ok += other.ok;
      tokens += other.tokens;
    }

    @Nullable Double itlPercentileMillis(double percent) {
      return itlTally.source() == ItlSource.NONE ? null : percentileMillis(itl, percent);
    }

    static @Nullable Double percentileMillis(Histogram histogram, double percent) {
      return histogram.getTotalCount() == 0 ? null : histogram.getValueAtPercentile(percent) / 1e6;
    }
  }
}
