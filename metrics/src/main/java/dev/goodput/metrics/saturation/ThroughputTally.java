package dev.goodput.metrics.saturation;

import dev.goodput.metrics.LevelResult;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;

/// Counts what a level's `ok` requests got in equal parts of the window that its rates are of.
final class ThroughputTally {
  private static final int PARTS = 10;

  private final long begin;
  private final long end;
  private final double[] tokens = new double[PARTS];

  ThroughputTally(LevelResult.Window window) {
    boolean whole = window.ratesOfWholeRun();
    this.begin = whole ? window.runBeginNanos() : window.beginNanos();
    this.end = whole ? window.runEndNanos() : window.endNanos();
  }

  void add(RequestView view) {
    RequestRecord request = view.request();
    long ended = request.stamps().endedNanos();
    if (!view.ok() || !Stamps.present(ended) || end <= begin) {
      return;
    }
    int first = part(view.times().startNanos());
    int last = part(ended);
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

  Throughput result() {
    double seconds = (end - begin) / 1e9 / PARTS;
    double[] perSecond = new double[PARTS];
    for (int i = 0; i < PARTS; i++) {
      perSecond[i] = tokens[i] / seconds;
    }
    return Throughput.of(perSecond);
  }
}
