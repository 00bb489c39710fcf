package dev.goodput.lab.search;

import dev.goodput.workload.arrival.Pace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Sets the rate of the search, stretch by stretch, without ever letting the server run empty.
///
/// Asked ahead by the thread that makes the schedule, told of ended requests by another. What a
/// stretch shows counts once its requests are over, however far ahead the schedule is.
final class Steering implements Pace {
  private static final double FIRST = .85;
  private static final double SECOND = .92;
  private static final double ASIDE = .015;
  private static final double LEAST = .6;
  private static final long DROPPED = 150;
  private static final double FIRST_DROPPED = .4;
  private static final double RESIDENCES = 8;

  /// A server that keeps the SLO alone and not at a hundredth of what it answers flooded.
  private static final int MOST_HALVINGS = 7;

  private final SearchPlan plan;
  private final Memory memory;
  private final Stretch.LevelStart level = new Stretch.LevelStart();
  private final List<Stretch> mine = new ArrayList<>();
  private final double ceiling;
  private double floor;
  private int halvings;
  private int halvedAt;
  private long nextStretch;
  private SearchResult.@Nullable Ending ending;
  private String reason = "";

  /// @param memory what is known already, of the flood and of an interrupted search
  /// @param flood arrivals per second that the server answers when flooded
  Steering(SearchPlan plan, Memory memory, double flood) {
    this.plan = plan;
    this.memory = memory;
    this.ceiling = flood;
    this.floor = LEAST * flood;
  }

  void begins(long beginNanos) {
    level.at(beginNanos);
  }

  synchronized void ended(Observations.Seen request) {
    memory.seen().add(request);
  }

  @Override
  public synchronized double rate(long arrivals, long nanos) {
    if (!mine.isEmpty()) {
      mine.getLast().at(arrivals, nanos);
    }
    if (arrivals < nextStretch) {
      return mine.getLast().rate();
    }
    double rate = nextRate(arrivals);
    if (rate > 0) {
      begin(rate, arrivals);
      mine.getLast().at(arrivals, nanos);
    }
    return rate;
  }

  private void begin(double rate, long arrivals) {
    long length = length(rate);
    boolean first = mine.isEmpty();
    long dropped = first ? Math.round(FIRST_DROPPED * length) : Math.min(DROPPED, length / 4);
    long whole = first ? length + dropped : length;
    Stretch stretch = new Stretch(level, rate, arrivals, dropped, whole);
    mine.add(stretch);
    memory.stretches().add(stretch);
    nextStretch = arrivals + whole;
  }

  private long length(double rate) {
    return Math.max(
        plan.stretchArrivals(), Math.round(RESIDENCES * memory.meanResidenceSeconds() * rate));
  }

  private double nextRate(long arrivals) {
    List<Segment> over = memory.over();
    if (ending != null || clientBound()) {
      return 0;
    }
    if (over.size() < 2 && memory.stretches().size() < 2) {
      return (memory.stretches().isEmpty() ? FIRST : SECOND) * ceiling;
    }
    double wanted = over.isEmpty() ? SECOND * ceiling : wanted(over);
    return ending != null || overBudget(arrivals, wanted) ? 0 : wanted;
  }

  private double wanted(List<Segment> over) {
    Estimate found = Estimate.of(over, plan.attainment());
    if (found.done(plan)) {
      ending = SearchResult.Ending.REACHED;
    }
    boolean above = memory.stretches().size() % 2 == 0;
    double wanted = found.rate() * (above ? 1 + ASIDE : 1 - ASIDE);
    if (wanted < floor && over.size() > halvedAt) {
      halvedAt = over.size();
      halve(found);
    }
    return Math.clamp(wanted, floor, ceiling);
  }

  /// The lower edge alone: what lies between the edges must stay within reach.
  private void halve(Estimate found) {
    floor /= 2;
    halvings++;
    if (halvings > MOST_HALVINGS) {
      end(
          SearchResult.Ending.UNSTABLE,
          "the SLO is kept by a request alone and not at %.3g/s either"
              .formatted(Math.max(found.rate(), floor)));
    }
  }

  /// Whether the client itself was too late in the last stretch that is over for its figures to be
  /// used (STATISTICS.md §3).
  private boolean clientBound() {
    Optional<Stretch> last = memory.lastOver();
    double lag = last.map(stretch -> stretch.lagP99Millis(memory.seen())).orElse(0.0);
    if (lag <= plan.mostLagMillis()) {
      return false;
    }
    end(
        SearchResult.Ending.CLIENT_BOUND,
        "at %.3g/s the client's schedule lag p99 was %.1f ms, above %.1f ms"
            .formatted(last.orElseThrow().rate(), lag, plan.mostLagMillis()));
    return true;
  }

  /// Another stretch has to fit, with what is under way.
  private boolean overBudget(long arrivals, double rate) {
    double more = (arrivals + length(rate)) * memory.seen().turns();
    if (memory.requestsBefore() + more <= plan.budgetRequests()) {
      return false;
    }
    ending = SearchResult.Ending.BUDGET;
    return true;
  }

  private void end(SearchResult.Ending how, String why) {
    ending = how;
    reason = why;
  }

  /// Why it asked for no more; empty where it did not end by itself.
  synchronized Optional<SearchResult.Ending> ending() {
    return Optional.ofNullable(ending);
  }

  /// The same in words, where there is more to say.
  synchronized String reason() {
    return reason;
  }

  /// What is kept of the stretches that are scheduled, from some number on.
  synchronized List<StretchLine> scheduled(int from, int levelIndex) {
    return mine.stream()
        .filter(Stretch::scheduled)
        .skip(from)
        .map(stretch -> stretch.line(levelIndex))
        .toList();
  }

  /// Steps up to now, by the stretches that are over.
  synchronized List<SearchResult.Step> steps() {
    return Steps.of(memory.over(), plan);
  }
}
