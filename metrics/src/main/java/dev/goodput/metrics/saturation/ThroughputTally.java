package dev.goodput.metrics.saturation;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;

/// A counter of the output tokens of a level's `ok` requests in equal parts of its window, and of
/// the requests that ended in it. If the window is short, the level's own rates cover the whole
/// run, including ramp and drain, which would distort a curve; these rates do not.
final class ThroughputTally {
  private static final int PARTS = 10;

  private final long begin;
  private final long end;
  private long ended;
  private final double[] tokens = new double[PARTS];

  ThroughputTally(LevelResult.Window window) {
    this.begin = window.beginNanos();
    this.end = window.endNanos();
  }

  void add(RequestView view) {
    RequestRecord request = view.request();
    long at = request.stamps().endedNanos();
    if (!view.ok() || !Stamps.present(at) || end <= begin) {
      return;
    }
    ended += at >= begin && at < end ? 1 : 0;
    int first = part(view.times().startNanos());
    int last = part(at);
    for (int i = first; i <= last; i++) {
      tokens[i] += view.outputTokensWithin(edge(i), edge(i + 1));
    }
  }

  private int part(long nanos) {
    double share = (double) (nanos - begin) / (end - begin);
    return (int) Math.clamp(Math.floor(share * PARTS), 0, PARTS - 1);
  }

  private long edge(int part) {
    return begin + (end - begin) * part / PARTS;
  }

  /// Returns requests that ended per second of the window; NaN if it is empty.
  double rps() {
    return ended / (Math.max(0, end - begin) / 1e9);
  }

  Throughput result() {
    double seconds = Math.max(0, end - begin) / 1e9 / PARTS;
    double[] perSecond = new double[PARTS];
    for (int i = 0; i < PARTS; i++) {
      perSecond[i] = tokens[i] / seconds;
    }
    return Throughput.of(perSecond);
  }
}
