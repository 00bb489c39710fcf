package dev.goodput.lab.search;

import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All that a search knows of the steered load: its segments and finished requests, of every level
/// that steered it. Thread-safe: one thread makes the schedule, another reports finished requests.
final class SearchHistory {
  /// Segments this far behind the last finished one are not examined again.
  private static final int BEHIND = 2;

  /// How many times longer requests stay under load than alone (docs/explanation/statistics.md).
  static final double LOADED = 2;

  private final Observations seen = new Observations();
  private final List<SearchSegment> segments = new ArrayList<>();
  private double aloneSeconds;
  private double turns = 1;

  /// Adds a finished request of the steered load.
  synchronized void add(Observations.Seen request) {
    seen.add(request);
  }

  synchronized void add(SearchSegment segment) {
    segments.add(segment);
  }

  /// Returns how many segments have started.
  synchronized int startedSegments() {
    return segments.size();
  }

  /// Sets what is known of requests that had the server to themselves.
  ///
  /// @param meanResidenceSeconds how long they stayed
  /// @param meanTurns turns per session
  synchronized void setUnloaded(double meanResidenceSeconds, double meanTurns) {
    aloneSeconds = meanResidenceSeconds > 0 ? meanResidenceSeconds : 0;
    turns = meanTurns;
  }

  /// Returns the results of the finished segments, in order.
  synchronized List<Segment> over() {
    List<SearchSegment> over = segments.stream().filter(this::isOver).toList();
    over.stream().limit(Math.max(0, over.size() - BEHIND)).forEach(each -> each.settle(seen));
    return judged(over);
  }

  /// Returns the same at the very end, with every request.
  synchronized List<Segment> last() {
    segments.forEach(SearchSegment::reopen);
    return judged(segments.stream().filter(this::isOver).toList());
  }

  private List<Segment> judged(List<SearchSegment> over) {
    return over.stream().flatMap(segment -> segment.judge(seen, turns).stream()).toList();
  }

  private boolean isOver(SearchSegment segment) {
    return segment.over(seen, aloneSeconds * 1e9);
  }

  /// Returns how long requests stay in the last finished segment; before there is one, returns the
  /// time expected of a loaded server.
  synchronized double meanResidenceSeconds() {
    Optional<SearchSegment> last = segments.reversed().stream().filter(this::isOver).findFirst();
    return last.map(segment -> segment.meanResidenceSeconds(seen)).orElse(LOADED * aloneSeconds);
  }

  /// Returns the lowest rate that was ever requested; infinite if there was none.
  synchronized double lowestRate() {
    return segments.stream()
        .mapToDouble(SearchSegment::rate)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /// Returns whether significantly more requests fail than allowed.
  synchronized boolean failing(SearchPlan plan) {
    return plan.failing(seen.all().failed, seen.all().judged);
  }

  /// Returns failures ÷ requests that were not cut off, over all of the steered load; 0 if there
  /// are none.
  synchronized double errorRate() {
    Observations.Sum all = seen.all();
    return all.judged == 0 ? 0 : (double) all.failed / all.judged;
  }
}
