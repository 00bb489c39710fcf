package dev.goodput.metrics.traffic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/// The requests of the last five minutes with the longest waits. It stores enough requests of each
/// minute to cover any five minutes.
final class SlowestTally {
  private static final int TOP = 10;
  private static final long MINUTE_NANOS = 60_000_000_000L;
  private static final long MINUTES = 5;
  private static final double MILLI_NANOS = 1e6;
  private static final Comparator<SlowRequest> BY_WAIT =
      Comparator.comparingDouble(SlowRequest::waitedMs);

  private final SortedMap<Long, PriorityQueue<SlowRequest>> byMinute = new TreeMap<>();

  void add(RecordEvaluation evaluation) {
    if (!evaluation.request().last()) {
      return;
    }
    long minute = Math.floorDiv(evaluation.endedNanos(), MINUTE_NANOS);
    PriorityQueue<SlowRequest> top =
        byMinute.computeIfAbsent(minute, any -> new PriorityQueue<>(BY_WAIT));
    double waitedMs = waitedNanos(evaluation) / MILLI_NANOS;
    SlowRequest least = top.peek();
    if (least == null || top.size() < TOP || least.waitedMs() < waitedMs) {
      top.add(new SlowRequest(evaluation.request(), waitedMs, evaluation.judged().good()));
    }
    if (top.size() > TOP) {
      top.remove();
    }
    while (byMinute.size() > MINUTES + 1) {
      byMinute.remove(byMinute.firstKey());
    }
  }

  private static double waitedNanos(RecordEvaluation evaluation) {
    return evaluation.times().streamed()
        ? evaluation.times().ttftNanos() + evaluation.view().reader().stallNanos()
        : evaluation.endedNanos() - evaluation.times().startNanos();
  }

  /// Returns the slowest requests, longest wait first.
  List<SlowRequest> slowest(long nowNanos) {
    List<SlowRequest> all = new ArrayList<>();
    byMinute.values().forEach(all::addAll);
    long from = nowNanos - MINUTES * MINUTE_NANOS;
    return all.stream()
        .filter(slow -> slow.request().stamps().endedNanos() > from)
        .sorted(BY_WAIT.reversed())
        .limit(TOP)
        .toList();
  }
}
