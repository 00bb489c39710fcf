package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Requests;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.metrics.tally.AvailabilitySlices;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The outcomes of the sample's requests, each by its last attempt.
final class OutcomeTally {
  private final AvailabilitySlices slices;
  private final SortedMap<String, Long> byOutcome = new TreeMap<>();
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
    slices = new AvailabilitySlices(windowBegin);
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
    slices.add(request);
  }

  void addRetry() {
    retries++;
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
    return new LevelResult.Reliability(errorRate, tokenErrorRate, slices.total());
  }
}
