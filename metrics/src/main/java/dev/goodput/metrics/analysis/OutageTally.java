package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.LevelResult.Outage;
import dev.goodput.metrics.tally.JudgedRequest;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// The outages of a level, warm-up and drain included, from requests in the order of their ends.
///
/// An outage is defined by the order of starts, because a request that times out ends long after
/// later ones were answered. So requests wait until none that started earlier can still come.
final class OutageTally {
  /// How many failures in a row are an outage, and how many good requests in a row end it.
  private static final int IN_A_ROW = 5;

  private static final int MAX_OUTAGES = 100;

  private final boolean anyCanFail;
  private final long longestNanos;
  private final PriorityQueue<Request> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong(Request::startNanos).thenComparingLong(Request::id));
  private final List<Outage> outages = new ArrayList<>();
  private @Nullable Request firstFailed;
  private @Nullable Request firstGood;
  private long lastFailedEndNanos;
  private long failed;
  private int inARow;
  private boolean down;

  /// @param failures failed requests of the level; without enough of them, none has to wait
  /// @param longestNanos longest time from a request's start to its end
  OutageTally(long failures, long longestNanos) {
    anyCanFail = failures >= IN_A_ROW;
    this.longestNanos = longestNanos;
  }

  private enum Kind {
    GOOD,
    LATE,
    FAILED
  }

  private record Request(long id, long startNanos, long endNanos, Kind kind) {}

  /// Adds the last attempt at a request. One whose client left shows nothing.
  void add(JudgedRequest judged) {
    RequestRecord request = judged.request();
    if (!anyCanFail || request.outcome() instanceof Outcome.Cancelled) {
      return;
    }
    long start = judged.view().times().startNanos();
    long end = Math.max(start, request.stamps().endedNanos());
    waiting.add(new Request(request.id(), start, end, kind(judged)));
    while (waiting.element().startNanos() < end - longestNanos) {
      follow(waiting.remove());
    }
  }

  private static Kind kind(JudgedRequest judged) {
    if (judged.request().outcome().failure()) {
      return Kind.FAILED;
    }
    return judged.judge() == null || judged.good() ? Kind.GOOD : Kind.LATE;
  }

  /// Adds a request in the order of starts.
  private void follow(Request request) {
    switch (request.kind()) {
      case FAILED -> failed(request);
      case GOOD -> good(request);
      case LATE -> {
        firstGood = null;
        firstFailed = down ? firstFailed : null;
        inARow = 0;
      }
    }
  }

  private void failed(Request request) {
    firstGood = null;
    if (firstFailed == null) {
      firstFailed = request;
      lastFailedEndNanos = request.endNanos();
      failed = 0;
      inARow = 0;
    }
    failed++;
    inARow = down ? 0 : inARow + 1;
    lastFailedEndNanos = Math.max(lastFailedEndNanos, request.endNanos());
    down |= inARow >= IN_A_ROW;
  }

  private void good(Request request) {
    if (!down) {
      firstFailed = null;
      return;
    }
    inARow = firstGood == null ? 1 : inARow + 1;
    firstGood = firstGood == null ? request : firstGood;
    if (inARow >= IN_A_ROW) {
      end(Math.max(0, firstGood.startNanos() - lastFailedEndNanos));
    }
  }

  private void end(@Nullable Long recoveryNanos) {
    Request first = firstFailed;
    if (first != null && outages.size() < MAX_OUTAGES) {
      outages.add(new Outage(first.startNanos(), lastFailedEndNanos, failed, recoveryNanos));
    }
    firstFailed = null;
    firstGood = null;
    inARow = 0;
    down = false;
  }

  /// Returns the outages in the order of time, at most the first 100.
  List<Outage> outages() {
    while (!waiting.isEmpty()) {
      follow(waiting.remove());
    }
    if (down) {
      end(null);
    }
    return List.copyOf(outages);
  }
}
