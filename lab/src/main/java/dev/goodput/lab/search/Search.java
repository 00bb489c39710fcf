package dev.goodput.lab.search;

import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.LevelSinks;
import dev.goodput.lab.Target;
import dev.goodput.lab.WithoutThinkTime;
import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.LoadSink;
import dev.goodput.metrics.search.SearchPlan;
import dev.goodput.metrics.search.SearchResult;
import dev.goodput.record.LevelEnded;
import dev.goodput.workload.SessionSource;
import dev.goodput.workload.arrival.Arrivals;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the highest load at which enough arrivals keep the SLO: first alone, then flooded, then
/// one continuous level whose rate is steered to where the target is just met; where that is
/// wanted, a last one at what may be claimed.
public final class Search {
  private static final int UNLOADED = 30;
  private static final int LEAST_FLOOD = 64;
  private static final int MOST_FLOOD = 8_192;
  private static final int FLOOD_IN_FLIGHT = 4;

  /// STATISTICS.md §5: mean residence times.
  private static final double PRICE_RESIDENCES = 125;

  private static final double LEAST_STRETCHES = 7.4;

  /// The shortest steered load that a flood leaves room for.
  private static final double ROOM = 3.4;

  private final SearchPlan plan;
  private final Target target;
  private final LevelSinks sinks;
  private final SearchListener listener;
  private final SearchTrace trace;
  private final SearchState state;
  private BenchPlan bench;
  private int levels;
  private @Nullable StopReason stop;

  /// @param state what has been measured before, to which it adds
  Search(
      SearchPlan plan,
      SearchState state,
      BenchPlan bench,
      Target target,
      LevelSinks sinks,
      SearchTrace trace,
      SearchListener listener) {
    this.plan = plan;
    this.state = state;
    this.bench = bench;
    this.target = target;
    this.sinks = sinks;
    this.trace = trace;
    this.listener = listener;
    for (levels = 0; levels < state.levels(); levels++) {
      // Those that were asked before; of this plan they have the numbers alone.
      this.bench = this.bench.withLevel(levels, bench.levels().getFirst());
    }
  }

  /// The smallest budget with which anything can be known: of requests that have the server for
  /// themselves, one flood, three stretches and the verification, all as short as they can be.
  public static long leastBudget(SearchPlan plan) {
    long flood = Math.max(LEAST_FLOOD, (long) FLOOD_IN_FLIGHT * plan.mostInFlight());
    long checked = plan.verified() ? VerificationStage.arrivals(plan, 1, 0) : 0;
    return UNLOADED + flood + Math.round(ROOM * plan.stretchArrivals()) + checked;
  }

  /// Runs on the calling thread, until it knows enough, its budget is spent, or the target is
  /// drained, stopped or answers nothing.
  ///
  /// @param bench what to ask and how; its levels are not asked, the search has its own
  /// @param sink gets every entry of every level
  public static SearchResult run(SearchPlan plan, BenchPlan bench, Target target, LoadSink sink) {
    SearchState nothing = new SearchState(plan);
    Search search =
        new Search(
            plan, nothing, bench, target, (_, _) -> sink, SearchTrace.NONE, SearchListener.SILENT);
    StopReason stop = search.steered();
    return SearchOutcome.of(plan, nothing, stop, search.verified(stop));
  }

  /// Asks what is not known yet, until the limit is, or there is no more to learn.
  ///
  /// @return why it stopped
  StopReason steered() {
    askAlone();
    if (stop == null && !SearchOutcome.hopelessAlone(plan, state)) {
      flood();
      if (stop == null && state.ceiling() > 0) {
        price();
        steer();
      }
    }
    return stop == null ? StopReason.ITSELF : stop;
  }

  private void askAlone() {
    if (!state.aloneWhole()) {
      listener.alone(UNLOADED);
      level(new LevelPlan(new Arrivals.Closed(), 1, UNLOADED, 0, 0), () -> {});
    }
  }

  /// Four times what it takes at once, where that is known and a session is one request; else
  /// doubled until the rate stays.
  private void flood() {
    while (stop == null && !flooded()) {
      long size = floodSize(plan, state.floods().size());
      if (size == 0) {
        return;
      }
      boolean room = Budget.left(plan, state).fits(size + ROOM * plan.stretchArrivals());
      if (!room && !state.floods().isEmpty()) {
        return;
      }
      if (!Budget.left(plan, state).fits((double) size)) {
        stop = StopReason.BUDGET;
        return;
      }
      flood(size);
    }
  }

  /// Of the next one; 0 where none is larger.
  ///
  /// @param before how many there were
  static long floodSize(SearchPlan plan, int before) {
    long first =
        plan.mostInFlight() > 0 ? (long) FLOOD_IN_FLIGHT * plan.mostInFlight() : LEAST_FLOOD;
    long size = first << before;
    return size <= Math.max(first, MOST_FLOOD) ? size : 0;
  }

  private boolean flooded() {
    List<SearchResult.Flooded> floods = state.floods();
    if (plan.mostInFlight() > 0 && state.turns() == 1) {
      return !floods.isEmpty();
    }
    int n = floods.size();
    return n > 1 && floods.get(n - 2).sameRate(floods.get(n - 1));
  }

  private void flood(long size) {
    listener.floods(size);
    level(new LevelPlan(new Arrivals.Burst(size), 0, 0, 0, 0), () -> {});
    if (stop == null) {
      listener.flooded(state.floods().getLast(), state.turns());
    }
  }

  private void price() {
    double ceiling = state.ceiling();
    double turns = state.turns();
    double stretches = LEAST_STRETCHES * plan.stretchArrivals() / ceiling;
    double seconds = Math.max(PRICE_RESIDENCES * state.loadedSeconds(), stretches);
    long checked =
        plan.verified() ? VerificationStage.arrivals(plan, ceiling, state.loadedSeconds()) : 0;
    double wanted = (seconds * ceiling + checked) * turns;
    double left = Math.max(0, plan.budgetRequests() - state.requests());
    double more = Math.min(left, wanted);
    listener.priced(Math.round(more), more / turns / ceiling);
  }

  /// Again where the last requests of a load have widened the interval: they end after it was
  /// decided to ask for no more.
  private void steer() {
    while (stop == null && SearchOutcome.goesOn(plan, state)) {
      int index = levels;
      Budget budget = Budget.left(plan, state);
      RateController steering =
          new RateController(plan, state.memory(), state.start(index), state.ceiling(), budget);
      if (!steering.fits()) {
        stop = StopReason.BUDGET;
        return;
      }
      Scheduled scheduled = new Scheduled(steering, index);
      level(new LevelPlan(new Arrivals.Steered(steering), 0, 0, 0, 0), scheduled);
      scheduled.run();
      if (stop == null && steering.stop().filter(StopReason.BUDGET::equals).isPresent()) {
        stop = StopReason.BUDGET;
      }
    }
  }

  /// Passes on what is new of the stretches.
  private final class Scheduled implements Runnable {
    private final RateController steering;
    private final int level;
    private int told;

    Scheduled(RateController steering, int level) {
      this.steering = steering;
      this.level = level;
    }

    @Override
    public void run() {
      List<SearchSegmentLine> more = steering.scheduled(told, level);
      if (!more.isEmpty()) {
        more.forEach(trace::stretch);
        told += more.size();
        RateController.Known known = steering.known();
        listener.stretch(told, known.stretches(), known.step());
      }
    }
  }

  /// Asks at what may be claimed, where that is wanted and anything may.
  ///
  /// @param why the steered load asked for no more
  /// @return why this did not come to its end; null where it did, or none was begun
  @Nullable StopReason verified(StopReason why) {
    stop = null;
    SearchResult found = SearchOutcome.of(plan, state, why);
    if (plan.verified() && found.claims()) {
      verify(found.claim());
    }
    return stop;
  }

  private void verify(double rate) {
    long arrivals = VerificationStage.arrivals(plan, rate, state.loadedSeconds());
    listener.verifies(rate, arrivals);
    long requests = Math.round(arrivals * state.turns());
    level(new LevelPlan(new Arrivals.Poisson(rate), 0, requests, 0, 0), () -> {});
  }

  private void level(LevelPlan level, Runnable ticks) {
    int index = levels++;
    bench = bench.withLevel(index, level);
    if (index > 0) {
      target.pause(bench.pauseNanos());
    }
    LevelOutcome interrupted = target.interrupted();
    LevelOutcome outcome = interrupted == null ? run(index, ticks) : interrupted;
    if (!outcome.ending().asPlanned()) {
      boolean failed = outcome.ending() == LevelEnded.Ending.ALL_FAILED;
      stop =
          new StopReason(
              failed ? StopReason.Kind.FAILED : StopReason.Kind.INTERRUPTED, outcome.reason());
    }
  }

  private LevelOutcome run(int index, Runnable ticks) {
    LevelWatch watch = new LevelWatch(sinks.of(bench, index), state, ticks);
    LevelOutcome outcome = target.run(bench, index, source(index), watch);
    sinks.ended(index, outcome);
    return outcome;
  }

  /// Nobody thinks while one user asks alone, nor in a flood, where it would only take time.
  private SessionSource source(int index) {
    SessionSource asked = bench.source(index);
    return switch (bench.levels().get(index).arrivals()) {
      case Arrivals.Closed _, Arrivals.Burst _ -> new WithoutThinkTime(asked);
      default -> asked;
    };
  }
}
