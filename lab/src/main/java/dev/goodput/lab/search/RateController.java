package dev.goodput.lab.search;

import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.metrics.search.Segment;
import dev.goodput.workload.arrival.DynamicRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Sets the rate of the search, stretch by stretch, without ever letting the server run empty.
///
/// Asked ahead by the thread that makes the schedule; what ended is told to [SearchHistory] by
/// another. What a stretch shows counts once its requests are over, however far ahead the schedule
/// is.
final class RateController implements DynamicRate {
  private static final double FIRST = .85;
  private static final double SECOND = .92;
  private static final double ASIDE = .015;
  private static final double LEAST = .6;
  private static final long DROPPED = 150;
  private static final double FIRST_DROPPED = .4;

  private final SearchPlan plan;
  private final SearchHistory memory;
  private final SearchSegment.LevelStart level;
  private final Budget budget;
  private final double ceiling;
  private final List<SearchSegment> mine = new ArrayList<>();
  private double floor;
  private int loweredAt;
  private long nextStretch;
  private @Nullable StopReason stop;
  private volatile Known known = new Known(0, null);

  /// What is known by the stretches that are over.
  ///
  /// @param stretches how many they are
  /// @param step the last of them, null where there is none
  record Known(int stretches, SearchResult.@Nullable Step step) {}

  /// @param memory what is known already, of an earlier level too
  /// @param level that is steered
  /// @param ceiling sessions per second that the server answers when flooded
  /// @param budget what may still be asked
  RateController(
      SearchPlan plan,
      SearchHistory memory,
      SearchSegment.LevelStart level,
      double ceiling,
      Budget budget) {
    this.plan = plan;
    this.memory = memory;
    this.level = level;
    this.budget = budget;
    this.ceiling = ceiling;
    this.floor = Math.min(LEAST * ceiling, memory.lowestRate());
  }

  @Override
  public synchronized double rate(long arrivals, long nanos) {
    if (!mine.isEmpty()) {
      mine.getLast().at(arrivals, nanos);
    }
    if (arrivals < nextStretch) {
      return mine.getLast().rate();
    }
    double rate = nextRate();
    if (stop == null && !budget.fits((double) (arrivals + whole(rate)))) {
      stop = StopReason.BUDGET;
    }
    if (stop != null) {
      return 0;
    }
    begin(rate, arrivals);
    mine.getLast().at(arrivals, nanos);
    return rate;
  }

  /// Whether it has anything to ask that fits, before its level is begun.
  synchronized boolean fits() {
    double rate = nextRate();
    return stop == null && budget.fits((double) whole(rate));
  }

  private void begin(double rate, long arrivals) {
    long whole = whole(rate);
    long length = length(rate);
    long dropped = mine.isEmpty() ? whole - length : Math.min(DROPPED, length / 4);
    SearchSegment stretch = new SearchSegment(level, rate, arrivals, dropped, whole);
    mine.add(stretch);
    memory.add(stretch);
    nextStretch = arrivals + whole;
  }

  /// The first begins with a piece that lets the server settle.
  private long whole(double rate) {
    return mine.isEmpty() ? Math.round((1 + FIRST_DROPPED) * length(rate)) : length(rate);
  }

  private long length(double rate) {
    return plan.length(rate, memory.meanResidenceSeconds());
  }

  private double nextRate() {
    List<Segment> over = memory.over();
    int begun = memory.begun();
    if (over.isEmpty()) {
      return (begun == 0 ? FIRST : SECOND) * ceiling;
    }
    Estimate found = Estimate.of(over, plan.attainment(), ceiling);
    known = new Known(over.size(), found.after(over.getLast()));
    if (SearchOutcome.enough(plan, memory, over, found, ceiling)) {
      stop = StopReason.ITSELF;
    }
    return over.size() < 2 && begun < 2 ? SECOND * ceiling : wanted(found, begun % 2 == 0);
  }

  private double wanted(Estimate found, boolean above) {
    double wanted = found.wanted() * (above ? 1 + ASIDE : 1 - ASIDE);
    // The lower edge alone, and once for what is new: what lies between the edges stays in reach.
    if (wanted < floor && found.segments() > loweredAt) {
      loweredAt = found.segments();
      floor /= 2;
    }
    return Math.clamp(wanted, floor, ceiling);
  }

  /// Why it asked for no more; empty where it did not end by itself.
  synchronized Optional<StopReason> stop() {
    return Optional.ofNullable(stop);
  }

  /// What is known by now.
  Known known() {
    return known;
  }

  /// What is kept of the stretches that are scheduled, from some number on.
  synchronized List<SearchSegmentLine> scheduled(int from, int levelIndex) {
    return mine.stream()
        .filter(SearchSegment::scheduled)
        .skip(from)
        .map(stretch -> stretch.line(levelIndex))
        .toList();
  }
}
