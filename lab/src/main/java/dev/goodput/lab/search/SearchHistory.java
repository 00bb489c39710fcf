package dev.goodput.lab.search;

import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All that a search knows of the steered load: its stretches and the requests that are over, of
/// every level that steered it. Thread-safe: one thread makes the schedule, another hears of ended
/// requests.
final class SearchHistory {
  /// Stretches so far behind the last one that is over are looked through no more.
  private static final int BEHIND = 2;

  /// How much longer requests stay under load than alone (STATISTICS.md §5).
  static final double LOADED = 2;

  private final Observations seen = new Observations();
  private final List<SearchSegment> stretches = new ArrayList<>();
  private double aloneSeconds;
  private double turns = 1;

  /// A request of the steered load is over.
  synchronized void add(Observations.Seen request) {
    seen.add(request);
  }

  synchronized void add(SearchSegment stretch) {
    stretches.add(stretch);
  }

  /// How many stretches have begun.
  synchronized int begun() {
    return stretches.size();
  }

  /// What is known of requests that had the server for themselves.
  ///
  /// @param meanResidenceSeconds how long they stayed
  /// @param meanTurns of a session
  synchronized void alone(double meanResidenceSeconds, double meanTurns) {
    aloneSeconds = meanResidenceSeconds > 0 ? meanResidenceSeconds : 0;
    turns = meanTurns;
  }

  /// What the stretches show that are over, in order.
  synchronized List<Segment> over() {
    List<SearchSegment> over = stretches.stream().filter(this::isOver).toList();
    over.stream().limit(Math.max(0, over.size() - BEHIND)).forEach(each -> each.settle(seen));
    return judged(over);
  }

  /// The same at the end of it all, with every request.
  synchronized List<Segment> last() {
    stretches.forEach(SearchSegment::unsettle);
    return judged(stretches.stream().filter(this::isOver).toList());
  }

  private List<Segment> judged(List<SearchSegment> over) {
    return over.stream().flatMap(stretch -> stretch.judge(seen, turns).stream()).toList();
  }

  private boolean isOver(SearchSegment stretch) {
    return stretch.over(seen, aloneSeconds * 1e9);
  }

  /// How long requests stay in the last stretch that is over; before there is one, what may be
  /// expected of a loaded server.
  synchronized double meanResidenceSeconds() {
    Optional<SearchSegment> last = stretches.reversed().stream().filter(this::isOver).findFirst();
    return last.map(stretch -> stretch.meanResidenceSeconds(seen)).orElse(LOADED * aloneSeconds);
  }

  /// The lowest rate that was ever asked; infinite where none was.
  synchronized double lowestRate() {
    return stretches.stream()
        .mapToDouble(SearchSegment::rate)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /// Whether more requests fail than may, by more than chance.
  synchronized boolean failing(SearchPlan plan) {
    return plan.failing(seen.all().failed, seen.all().judged);
  }

  /// Failures ÷ requests that ended by themselves, of all of the steered load; 0 of none.
  synchronized double errorRate() {
    Observations.Sum all = seen.all();
    return all.judged == 0 ? 0 : (double) all.failed / all.judged;
  }
}
