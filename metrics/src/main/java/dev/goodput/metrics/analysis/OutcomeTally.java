package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Requests;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The outcomes of the sample's requests, each by its last attempt.
final class OutcomeTally {
  private static final long SLICE_NANOS = 10_000_000_000L;
  private static final double AVAILABLE_ERROR_RATE = 0.05;

  private final long windowBegin;
  private final SortedMap<String, Long> byOutcome = new TreeMap<>();
  private long[] sliceOk = new long[16];
  private long[] sliceFailed = new long[16];
  private long intended;
  private long sent;
  private long ok;
  private long cameWhole;
  private long failed;
  private long cancelled;
  private long cancelledLate;
  private long ofNoClass;
  private long retries;
  private long sessions;

  OutcomeTally(long windowBegin) {
    this.windowBegin = windowBegin;
  }

  /// @param late whether a cancelled request stays in the denominators
  void add(RequestView view, boolean late) {
    RequestRecord request = view.request();
    intended++;
    byOutcome.merge(request.outcome().key(), 1L, Long::sum);
    sent += Stamps.present(request.stamps().sentNanos()) ? 1 : 0;
    sessions += request.asked().turn() == 0 ? 1 : 0;
    if (request.outcome() instanceof Outcome.Cancelled) {
      cancelled++;
      cancelledLate += late ? 1 : 0;
      return;
    }
    ofNoClass += request.ofNoClass() ? 1 : 0;
    boolean failure = request.outcome().failure();
    ok += failure ? 0 : 1;
    cameWhole += view.cameWhole() ? 1 : 0;
    failed += failure ? 1 : 0;
    addToSlice(request.stamps().endedNanos(), failure);
  }

  void addRetry() {
    retries++;
  }

  private void addToSlice(long ended, boolean failure) {
    if (!Stamps.present(ended)) {
      return;
    }
    int slice =
        (int) Math.min(Integer.MAX_VALUE / 2, Math.max(0, ended - windowBegin) / SLICE_NANOS);
    if (slice >= sliceOk.length) {
      int length = Math.max(slice + 1, sliceOk.length * 2);
      sliceOk = Arrays.copyOf(sliceOk, length);
      sliceFailed = Arrays.copyOf(sliceFailed, length);
    }
    sliceOk[slice] += failure ? 0 : 1;
    sliceFailed[slice] += failure ? 1 : 0;
  }

  long ok() {
    return ok;
  }

  /// Sessions whose first turn lies in the sample.
  long sessions() {
    return sessions;
  }

  Requests build() {
    return new Requests(
        intended,
        sent,
        ok,
        cameWhole,
        failed,
        cancelled,
        cancelledLate,
        ofNoClass,
        retries,
        byOutcome);
  }

  LevelResult.Reliability reliability(@Nullable Double tokenErrorRate) {
    long judged = ok + failed + cancelledLate;
    Double errorRate = judged == 0 ? null : (double) failed / judged;
    return new LevelResult.Reliability(errorRate, tokenErrorRate, availability());
  }

  private @Nullable Double availability() {
    long slices = 0;
    long available = 0;
    for (int i = 0; i < sliceOk.length; i++) {
      long ended = sliceOk[i] + sliceFailed[i];
      if (ended > 0) {
        slices++;
        available += sliceOk[i] > 0 && sliceFailed[i] <= AVAILABLE_ERROR_RATE * ended ? 1 : 0;
      }
    }
    return slices == 0 ? null : (double) available / slices;
  }
}
