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

/// A search for the highest load at which enough arrivals meet the SLO: first single requests, then
/// floods, then one continuous level whose rate is steered to where the target is just met.
/// Optionally, a last level verifies the claim.
public final class Search {
  private static final int UNLOADED = 30;
  private static final int MIN_FLOOD = 64;
  private static final int MAX_FLOOD = 8_192;
  private static final int FLOOD_IN_FLIGHT = 4;

  /// The length of a quick search in mean residence times, and in segments where these are longer.
  private static final double QUICK_RESIDENCES = 100;

  private static final double QUICK_SEGMENTS = 6;

  /// How many times as long a search takes whose results scatter. In 21 searches in virtual time
  /// (five SLOs, four workloads), the median was 2.7 times the quick one, and the longest 8.7.
  private static final double SLOW = 9;

  /// The shortest steered load that a flood must leave budget for.
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

  /// @param state earlier measurements, to which the search adds
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
      // Levels that ran earlier; in this plan they only take up numbers.
      this.bench = this.bench.withLevel(levels, bench.levels().getFirst());
    }
  }

  /// Returns the smallest useful budget: single requests, one flood, three segments and the
  /// verification, all as short as possible.
  public static long minBudget(SearchPlan plan) {
    long flood = Math.max(MIN_FLOOD, (long) FLOOD_IN_FLIGHT * plan.maxInFlight());
    long checked = plan.verified() ? VerificationLevel.arrivals(plan, 1, 0) : 0;
    return UNLOADED + flood + Math.round(ROOM * plan.segmentArrivals()) + checked;
  }

  /// Runs on the calling thread until the result is known, the budget is spent, or the target is
  /// drained, stopped or does not respond.
  ///
  /// @param bench the requests to send and their options; its levels are ignored, the search has
  ///   its own
  /// @param sink receives every entry of every level
  public static SearchResult run(SearchPlan plan, BenchPlan bench, Target target, LoadSink sink) {
    SearchState nothing = new SearchState(plan);
    Search search =
        new Search(
            plan, nothing, bench, target, (_, _) -> sink, SearchTrace.NONE, SearchListener.SILENT);
    StopReason stop = search.steered();
    return SearchOutcome.of(plan, nothing, stop, search.verified(stop));
  }

  /// Runs the levels still needed until the limit is known or there is no more to learn.
  ///
  /// @return why it stopped
  StopReason steered() {
    sendUnloaded();
    if (stop == null && !SearchOutcome.missesSloUnloaded(plan, state)) {
      flood();
      if (stop == null && state.ceiling() > 0) {
        price();
        steer();
      }
    }
    return stop == null ? StopReason.ITSELF : stop;
  }

  private void sendUnloaded() {
    if (!state.unloadedComplete()) {
      listener.unloadedStarts(UNLOADED);
      level(new LevelPlan(new Arrivals.Closed(), 1, UNLOADED, 0, 0), () -> {});
    }
  }

  /// Floods with four times what the server processes at once if that is known and a session is one
  /// request. Otherwise doubles the flood until the rate stays the same.
  private void flood() {
    while (stop == null && !flooded()) {
      long size = floodSize(plan, state.floods().size());
      if (size == 0) {
        return;
      }
      boolean room = Budget.left(plan, state).fits(size + ROOM * plan.segmentArrivals());
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

  /// Returns the size of the next flood; 0 if there is no larger one.
  ///
  /// @param before how many floods there were
  static long floodSize(SearchPlan plan, int before) {
    long first = plan.maxInFlight() > 0 ? (long) FLOOD_IN_FLIGHT * plan.maxInFlight() : MIN_FLOOD;
    long size = first << before;
    return size <= Math.max(first, MAX_FLOOD) ? size : 0;
  }

  private boolean flooded() {
    List<SearchResult.Flooded> floods = state.floods();
    if (plan.maxInFlight() > 0 && state.turns() == 1) {
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
    double quick =
        Math.max(
            QUICK_RESIDENCES * state.loadedSeconds() * ceiling,
            QUICK_SEGMENTS * plan.segmentArrivals());
    long checked =
        plan.verified() ? VerificationLevel.arrivals(plan, ceiling, state.loadedSeconds()) : 0;
    double left = Math.max(0, plan.budgetRequests() - state.requests());
    double least = Math.min(left, (quick + checked) * turns);
    double most = Math.min(left, (SLOW * quick + checked) * turns);
    listener.priced(Math.round(least), Math.round(most), ceiling * turns);
  }

  /// Steers again if the last requests of a load have widened the interval: they end after the
  /// decision to stop.
  private void steer() {
    while (stop == null && SearchOutcome.continues(plan, state)) {
      int index = levels;
      Budget budget = Budget.left(plan, state);
      RateController rateController =
          new RateController(plan, state.memory(), state.start(index), state.ceiling(), budget);
      if (!rateController.fits()) {
        stop = StopReason.BUDGET;
        return;
      }
      Scheduled scheduled = new Scheduled(rateController, index);
      level(new LevelPlan(new Arrivals.Steered(rateController), 0, 0, 0, 0), scheduled);
      scheduled.run();
      if (stop == null && rateController.stop().filter(StopReason.BUDGET::equals).isPresent()) {
        stop = StopReason.BUDGET;
      }
    }
  }

  /// Forwards new segments.
  private final class Scheduled implements Runnable {
    private final RateController rateController;
    private final int level;
    private int reported;

    Scheduled(RateController rateController, int level) {
      this.rateController = rateController;
      this.level = level;
    }

    @Override
    public void run() {
      List<SearchSegmentLine> more = rateController.scheduled(reported, level);
      if (!more.isEmpty()) {
        more.forEach(trace::segment);
        reported += more.size();
        RateController.Known known = rateController.known();
        listener.segment(reported, known.segments(), known.step());
      }
    }
  }

  /// Runs a level at the claimed rate, if verification is requested and there is a claim.
  ///
  /// @param why why the steered load stopped
  /// @return why the verification was not completed; null if it was or was not started
  @Nullable StopReason verified(StopReason why) {
    stop = null;
    SearchResult found = SearchOutcome.of(plan, state, why);
    if (plan.verified() && found.claims()) {
      verify(found.claim());
    }
    return stop;
  }

  private void verify(double rate) {
    long arrivals = VerificationLevel.arrivals(plan, rate, state.loadedSeconds());
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
    ObservedSink watch = new ObservedSink(sinks.of(bench, index), state, ticks);
    LevelOutcome outcome = target.run(bench, index, source(index), watch);
    sinks.ended(index, outcome);
    return outcome;
  }

  /// Think times are removed for single requests and floods, where they would only take time.
  private SessionSource source(int index) {
    SessionSource requested = bench.source(index);
    return switch (bench.levels().get(index).arrivals()) {
      case Arrivals.Closed _, Arrivals.Burst _ -> new WithoutThinkTime(requested);
      default -> requested;
    };
  }
}
