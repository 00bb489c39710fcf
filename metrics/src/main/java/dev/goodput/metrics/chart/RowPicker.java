package dev.goodput.metrics.chart;

import dev.goodput.metrics.chart.LevelChartData.Row;
import dev.goodput.metrics.stream.RequestView;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// A picker of the rows of the request timeline: every `n`-th request, with `n` doubled whenever
/// there are too many, and always the ten slowest.
final class RowPicker {
  private static final int MAX = 1500;
  private static final int SLOWEST = 10;
  private static final Comparator<Slow> BY_LATENCY =
      Comparator.comparingLong(Slow::nanos).thenComparingLong(slow -> slow.row().id());

  private final PriorityQueue<Slow> slowest = new PriorityQueue<>(BY_LATENCY);
  private List<Row> picked = new ArrayList<>();
  private long step = 1;
  private long seen;

  void add(RequestView view, @Nullable Boolean good) {
    boolean pick = seen++ % step == 0;
    long latency = view.ok() ? view.times().e2elNanos() : Stamps.ABSENT;
    Slow least = slowest.peek();
    boolean slow =
        Stamps.present(latency)
            && (slowest.size() < SLOWEST || least == null || latency > least.nanos());
    if (!pick && !slow) {
      return;
    }
    Row row = row(view, good);
    if (slow) {
      slowest.add(new Slow(latency, row));
      if (slowest.size() > SLOWEST) {
        slowest.poll();
      }
    }
    if (pick) {
      picked.add(row);
      thin();
    }
  }

  private void thin() {
    if (picked.size() <= MAX - SLOWEST) {
      return;
    }
    List<Row> every = new ArrayList<>();
    for (int i = 0; i < picked.size(); i += 2) {
      every.add(picked.get(i));
    }
    picked = every;
    step *= 2;
  }

  private static Row row(RequestView view, @Nullable Boolean good) {
    RequestRecord request = view.request();
    Stamps stamps = request.stamps();
    return new Row(
        request.id(),
        0,
        view.times().startNanos(),
        orNull(stamps.dispatchedNanos()),
        orNull(stamps.sentNanos()),
        orNull(stamps.firstTokenNanos()),
        orNull(stamps.lastTokenNanos()),
        orNull(stamps.endedNanos()),
        request.inputTokens(),
        request.outputTokens(),
        view.times().tokens(),
        view.unstreamed(),
        request.outcome().key(),
        status(request.outcome()),
        request.outcome().detail(),
        good);
  }

  private static @Nullable Integer status(Outcome outcome) {
    return outcome instanceof Outcome.HttpError answered ? answered.status() : null;
  }

  private static @Nullable Long orNull(long nanos) {
    return Stamps.present(nanos) ? nanos : null;
  }

  /// Returns the rows in order of start, with the slowest marked.
  List<Row> build() {
    List<Slow> slow = new ArrayList<>(slowest);
    slow.sort(BY_LATENCY.reversed());
    List<Row> rows = new ArrayList<>(picked);
    for (int place = 1; place <= slow.size(); place++) {
      Row row = slow.get(place - 1).row();
      rows.removeIf(row::equals);
      rows.add(row.atPlace(place));
    }
    rows.sort(Comparator.comparingLong(Row::startNanos).thenComparingLong(Row::id));
    return rows;
  }

  private record Slow(long nanos, Row row) {}
}
