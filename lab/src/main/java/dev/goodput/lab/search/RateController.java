package dev.goodput.lab.search;

import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.search.Segment;
import dev.goodput.workload.arrival.DynamicRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The controller of a search's rate, segment by segment, which never lets the server run empty.
///
/// The thread that makes the schedule calls it ahead of time; another thread reports finished
/// requests to [SearchHistory]. A segment's result counts once its requests have ended, however far
/// ahead the schedule is.
final class RateController implements DynamicRate {
  private static final double FIRST = .85;
  private static final double SECOND = .92;
  private static final double ASIDE = .015;
  private static final double MIN = .6;
  private static final long DROPPED = 150;
  private static final double FIRST_DROPPED = .4;

  private final SearchPlan plan;
  private final SearchHistory history;
  private final SearchSegment.LevelStart level;
  private final Budget budget;
  private final double ceiling;
  private final List<SearchSegment> mine = new ArrayList<>();
  private double floor;
  private int loweredAt;
  private long nextSegment;
  private @Nullable StopReason stop;
  private volatile Known known = new Known(0, null);

  /// The estimate from the finished segments.
  ///
  /// @param segments how many segments have ended
  /// @param step the last of them, null if there is none
  record Known(int segments, SearchResult.@Nullable Step step) {}

  /// @param history what is already known, also from an earlier level
  /// @param level the level that is steered
  /// @param ceiling sessions per second that the server answers when flooded
  /// @param budget what may still be sent
  RateController(
      SearchPlan plan,
      SearchHistory history,
      SearchSegment.LevelStart level,
      double ceiling,
      Budget budget) {
    this.plan = plan;
    this.history = history;
    this.level = level;
    this.budget = budget;
    this.ceiling = ceiling;
    this.floor = Math.min(MIN * ceiling, history.lowestRate());
  }

  @Override
  public synchronized double rate(long arrivals, long nanos) {
    if (!mine.isEmpty()) {
      mine.getLast().at(arrivals, nanos);
    }
    if (arrivals < nextSegment) {
      return mine.getLast().rate();
    }
    double rate = nextRate();
    if (stop == null && !budget.fits((double) (arrivals + segmentNanos(rate)))) {
      stop = StopReason.BUDGET;
    }
    if (stop != null) {
      return 0;
    }
    begin(rate, arrivals);
    mine.getLast().at(arrivals, nanos);
    return rate;
  }

  /// Returns whether a first segment fits the budget, before the level is started.
  synchronized boolean fits() {
    double rate = nextRate();
    return stop == null && budget.fits((double) segmentNanos(rate));
  }

  private void begin(double rate, long arrivals) {
    long whole = segmentNanos(rate);
    long length = length(rate);
    long dropped = mine.isEmpty() ? whole - length : Math.min(DROPPED, length / 4);
    SearchSegment segment = new SearchSegment(level, rate, arrivals, dropped, whole);
    mine.add(segment);
    history.add(segment);
    nextSegment = arrivals + whole;
  }

  /// Returns the length of a segment; the first also includes a part that lets the server settle.
  private long segmentNanos(double rate) {
    return mine.isEmpty() ? Math.round((1 + FIRST_DROPPED) * length(rate)) : length(rate);
  }

  private long length(double rate) {
    return plan.length(rate, history.meanResidenceSeconds());
  }

  private double nextRate() {
    List<Segment> over = history.over();
    int begun = history.startedSegments();
    if (over.isEmpty()) {
      return (begun == 0 ? FIRST : SECOND) * ceiling;
    }
    Estimate found = Estimate.of(over, plan.attainment(), ceiling);
    known = new Known(over.size(), found.after(over.getLast()));
    if (SearchOutcome.enough(plan, history, over, found, ceiling)) {
      stop = StopReason.ITSELF;
    }
    return over.size() < 2 && begun < 2 ? SECOND * ceiling : targetRate(found, begun % 2 == 0);
  }

  private double targetRate(Estimate found, boolean above) {
    double wanted = found.wanted() * (above ? 1 + ASIDE : 1 - ASIDE);
    // Only the lower edge moves, once per new result: everything between the edges stays in reach.
    if (wanted < floor && found.segments() > loweredAt) {
      loweredAt = found.segments();
      floor /= 2;
    }
    return Math.clamp(wanted, floor, ceiling);
  }

  /// Returns why it stopped; empty if it was stopped from outside.
  synchronized Optional<StopReason> stop() {
    return Optional.ofNullable(stop);
  }

  /// Returns the current estimate.
  Known known() {
    return known;
  }

  /// Returns what is stored of the scheduled segments, from a given number on.
  synchronized List<SearchSegmentLine> scheduled(int from, int levelIndex) {
    return mine.stream()
        .filter(SearchSegment::scheduled)
        .skip(from)
        .map(segment -> segment.line(levelIndex))
        .toList();
  }
}
