package dev.goodput.metrics.traffic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// All traffic in steps of one length. The latest few steps are open, as what ended in them may
/// come in late; what comes later still counts in the oldest open one.
final class TrendLine {
  private static final long OPEN = 5;

  private final MemoryPool pool = new MemoryPool(16L << 20);
  private final Deque<TrendPoint> closed = new ArrayDeque<>();
  private final SortedMap<Long, TrendStep> open = new TreeMap<>();
  private final long beganNanos;
  private final long stepNanos;
  private final int kept;
  private long nextToClose;
  private int inFlight;
  private int awaiting;

  /// @param kept how many steps there are at most
  TrendLine(long beganNanos, long stepNanos, int kept) {
    this.beganNanos = beganNanos;
    this.stepNanos = stepNanos;
    this.kept = kept;
  }

  void add(Observation observed) {
    long index = index(observed.endedNanos());
    moveTo(index);
    step(Math.max(index, nextToClose)).add(observed);
  }

  void inFlight(long nowNanos, int requests, int withoutToken) {
    long index = Math.max(index(nowNanos), nextToClose);
    moveTo(index);
    for (long idle = nextToClose; idle < index; idle++) {
      step(idle);
    }
    inFlight = requests;
    awaiting = withoutToken;
    step(index).inFlight(requests, withoutToken);
  }

  private long index(long nanos) {
    return Math.max(0, nanos - beganNanos) / stepNanos;
  }

  private TrendStep step(long index) {
    return open.computeIfAbsent(index, any -> new TrendStep(pool, inFlight, awaiting));
  }

  private void moveTo(long index) {
    long until = index - OPEN + 1;
    if (until - nextToClose > kept) {
      closed.clear();
      open.headMap(until - kept).values().forEach(TrendStep::release);
      open.headMap(until - kept).clear();
      nextToClose = until - kept;
    }
    for (; nextToClose < until; nextToClose++) {
      TrendStep step = step(nextToClose);
      closed.addLast(step.build(at(nextToClose), stepNanos / 1e9));
      step.release();
      open.remove(nextToClose);
    }
    while (closed.size() > kept) {
      closed.removeFirst();
    }
  }

  private long at(long index) {
    return beganNanos + index * stepNanos;
  }

  /// The points up to a moment, oldest first; the last is as long as it has lasted.
  List<TrendPoint> points(long nowNanos) {
    long now = index(nowNanos);
    moveTo(now);
    List<TrendPoint> points = new ArrayList<>(closed);
    long last = Math.max(now, open.isEmpty() ? now : open.lastKey());
    for (long index = nextToClose; index <= last; index++) {
      double seconds = Math.min(stepNanos, Math.max(0, nowNanos - at(index))) / 1e9;
      points.add(step(index).build(at(index), seconds));
    }
    return points.subList(Math.max(0, points.size() - kept), points.size());
  }
}
