package dev.goodput.lab.search;

import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.LevelSinks;
import dev.goodput.lab.Target;
import dev.goodput.load.LevelOutcome;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.LoadSink;
import dev.goodput.record.LevelEnded;
import dev.goodput.workload.arrival.Arrivals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Finds the highest load at which enough arrivals keep the SLO: first alone, then flooded, then
/// one continuous level whose rate is steered to where the target is just met.
public final class Search {
  static final int UNLOADED = 30;
  private static final int LEAST_FLOOD = 64;
  private static final int MOST_FLOOD = 8_192;
  private static final double SAME_RATE = .05;
  private static final int FLOOD_IN_FLIGHT = 4;

  /// STATISTICS.md §5: mean residence times, and how much longer than alone they are under load.
  private static final double PRICE_RESIDENCES = 125;

  private static final double LOADED = 2;
  private static final double LEAST_STRETCHES = 7.4;

  private final SearchPlan plan;
  private final Target target;
  private final LevelSinks sinks;
  private final SearchListener listener;
  private final SearchTrace trace;
  private final Memory memory = new Memory();
  private final RequestLook look;
  private final List<SearchResult.Flooded> floods = new ArrayList<>();
  private BenchPlan bench;
  private int levels;
  private long requests;
  private SearchResult.Unloaded unloaded = new Alone().result();
  private @Nullable LevelOutcome broken;

  private Search(
      SearchPlan plan,
      BenchPlan bench,
      Target target,
      LevelSinks sinks,
      SearchTrace trace,
      SearchListener listener) {
    this.plan = plan;
    this.bench = bench;
    this.target = target;
    this.sinks = sinks;
    this.trace = trace;
    this.listener = listener;
    this.look = new RequestLook(plan.slo());
  }

  /// Runs on the calling thread, until it knows enough, its budget is spent, or the target is
  /// drained, stopped or answers nothing.
  ///
  /// @param bench what to ask and how; its levels are not asked, the search has its own
  /// @param sink gets every entry of every level
  public static SearchResult run(SearchPlan plan, BenchPlan bench, Target target, LoadSink sink) {
    return run(plan, bench, target, (_, _) -> sink, SearchTrace.NONE, SearchListener.SILENT);
  }

  static SearchResult run(
      SearchPlan plan,
      BenchPlan bench,
      Target target,
      LevelSinks sinks,
      SearchTrace trace,
      SearchListener listener) {
    return new Search(plan, bench, target, sinks, trace, listener).run();
  }

  private SearchResult run() {
    askAlone();
    if (broken == null && unloaded.good() < plan.attainment() * unloaded.judged()) {
      return nothing(SearchResult.Ending.MISSED_UNLOADED, "");
    }
    if (broken == null) {
      flood();
    }
    if (broken != null) {
      return nothing(how(broken), broken.reason());
    }
    double ceiling = floods.getLast().rate();
    if (Double.isNaN(ceiling)) {
      return nothing(
          SearchResult.Ending.UNSTABLE, "flooded with requests, it answered next to none");
    }
    price(ceiling);
    return steer(ceiling);
  }

  private void askAlone() {
    listener.alone(UNLOADED);
    Alone alone = new Alone();
    level(new LevelPlan(new Arrivals.Closed(), 1, UNLOADED, 0, 0), _ -> {}, alone::ended, () -> {});
    unloaded = alone.result();
  }

  /// Four times what it takes at once, where that is known; else doubled until the rate stays.
  private void flood() {
    if (plan.mostInFlight() > 0) {
      flood((long) FLOOD_IN_FLIGHT * plan.mostInFlight());
      return;
    }
    double before = Double.NaN;
    for (long size = LEAST_FLOOD; size <= MOST_FLOOD && broken == null; size *= 2) {
      double rate = flood(size);
      if (Math.abs(rate / before - 1) < SAME_RATE) {
        return;
      }
      before = rate;
    }
  }

  private double flood(long size) {
    listener.floods(size);
    Flood flood = new Flood();
    level(new LevelPlan(new Arrivals.Burst(size), 0, 0, 0, 0), _ -> {}, flood::ended, () -> {});
    SearchResult.Flooded found = flood.result();
    floods.add(found);
    listener.flooded(found);
    return found.rate();
  }

  private void price(double ceiling) {
    double loaded = LOADED * unloaded.meanResidenceSeconds();
    double stretches = LEAST_STRETCHES * plan.stretchArrivals() / ceiling;
    double seconds = Math.max(PRICE_RESIDENCES * loaded, stretches);
    long steered = Math.round(seconds * ceiling);
    listener.priced(Math.min(plan.budgetRequests(), requests + steered), seconds);
  }

  private SearchResult steer(double ceiling) {
    memory.askedBefore(requests);
    memory.alone(unloaded.meanResidenceSeconds());
    Steering steering = new Steering(plan, memory, ceiling);
    Scheduled scheduled = new Scheduled(steering, levels);
    level(
        new LevelPlan(new Arrivals.Steered(steering), 0, 0, 0, 0),
        steering::begins,
        steering::ended,
        scheduled);
    scheduled.run();
    return result(steering);
  }

  /// Passes on what is new of the stretches.
  private final class Scheduled implements Runnable {
    private final Steering steering;
    private final int level;
    private int told;

    Scheduled(Steering steering, int level) {
      this.steering = steering;
      this.level = level;
    }

    @Override
    public void run() {
      List<StretchLine> more = steering.scheduled(told, level);
      if (!more.isEmpty()) {
        more.forEach(trace::stretch);
        told += more.size();
        listener.stretch(told, steering.steps());
      }
    }
  }

  private SearchResult result(Steering steering) {
    List<SearchResult.Step> steps = Steps.of(memory.last(broken != null), plan);
    SearchResult.Ending ending = broken == null ? null : how(broken);
    String reason = broken == null ? steering.reason() : broken.reason();
    Optional<SearchResult.Ending> own = steering.ending();
    return told(ending != null ? ending : own.orElse(SearchResult.Ending.UNSTABLE), reason, steps);
  }

  private SearchResult nothing(SearchResult.Ending ending, String reason) {
    return told(ending, reason, List.of());
  }

  private SearchResult told(
      SearchResult.Ending ending, String reason, List<SearchResult.Step> steps) {
    return SearchResult.of(ending, reason, unloaded, floods, requests, steps);
  }

  private static SearchResult.Ending how(LevelOutcome broken) {
    return broken.ending() == LevelEnded.Ending.ALL_FAILED
        ? SearchResult.Ending.UNSTABLE
        : SearchResult.Ending.INTERRUPTED;
  }

  private void level(
      LevelPlan level, LongConsumer begins, Consumer<Observations.Seen> seen, Runnable ticks) {
    int index = levels++;
    bench = bench.withLevel(index, level);
    if (index > 0) {
      target.pause(bench.pauseNanos());
    }
    LevelOutcome interrupted = target.interrupted();
    LevelOutcome outcome = interrupted == null ? run(index, begins, seen, ticks) : interrupted;
    broken = outcome.ending().asPlanned() ? broken : outcome;
  }

  private LevelOutcome run(
      int index, LongConsumer begins, Consumer<Observations.Seen> seen, Runnable ticks) {
    LevelWatch watch =
        new LevelWatch(
            look,
            sinks.of(bench, index),
            begins,
            request -> {
              requests++;
              seen.accept(request);
            },
            ticks);
    LevelOutcome outcome = target.run(bench, index, bench.source(index), watch);
    sinks.ended(index, outcome);
    return outcome;
  }
}
