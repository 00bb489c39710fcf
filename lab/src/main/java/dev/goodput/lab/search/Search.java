package dev.goodput.lab.search;

import dev.goodput.lab.BenchPlan;
import dev.goodput.lab.Target;
import dev.goodput.load.LevelPlan;
import dev.goodput.load.LoadSink;
import dev.goodput.workload.arrival.Arrivals;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Finds the highest load at which enough arrivals keep the SLO: first alone, then flooded, then
/// one continuous level whose rate is steered to where the target is just met.
public final class Search {
  private static final int UNLOADED = 30;

  private final SearchPlan plan;
  private final Target target;
  private final LoadSink sink;
  private BenchPlan bench;
  private int levels;
  private long requests;
  private boolean stopped;

  private Search(SearchPlan plan, BenchPlan bench, Target target, LoadSink sink) {
    this.plan = plan;
    this.bench = bench;
    this.target = target;
    this.sink = sink;
  }

  /// Runs on the calling thread, until it knows enough, its budget is spent, or the target is
  /// drained, stopped or answers nothing.
  ///
  /// @param bench what to ask and how; its levels are not asked, the search has its own
  /// @param sink gets every entry of every level
  public static SearchResult run(SearchPlan plan, BenchPlan bench, Target target, LoadSink sink) {
    return new Search(plan, bench, target, sink).run();
  }

  private SearchResult run() {
    if (missesAlone()) {
      return nothing(SearchResult.Ending.MISSED_UNLOADED, Double.NaN);
    }
    OptionalDouble flood = stopped ? OptionalDouble.empty() : flood();
    if (stopped || flood.isEmpty()) {
      return nothing(
          stopped ? SearchResult.Ending.STOPPED : SearchResult.Ending.UNSTABLE, Double.NaN);
    }
    Steering steering = new Steering(plan, flood.getAsDouble());
    level(new LevelPlan(new Arrivals.Steered(steering), 0, 0, 0, 0), steering::ended);
    return result(steering, flood.getAsDouble());
  }

  private boolean missesAlone() {
    Observations alone = new Observations();
    level(new LevelPlan(new Arrivals.Closed(), 1, UNLOADED, 0, 0), alone::add);
    Observations.Sum unloaded = alone.within(Long.MIN_VALUE, Long.MAX_VALUE);
    return !stopped && unloaded.good < plan.attainment() * unloaded.judged;
  }

  private OptionalDouble flood() {
    Flood flood = new Flood();
    level(new LevelPlan(new Arrivals.Burst(plan.floodRequests()), 0, 0, 0, 0), flood::ended);
    return flood.rate();
  }

  private SearchResult result(Steering steering, double flood) {
    Steering.@Nullable Estimate found = steering.last();
    if (found == null) {
      return nothing(stopped ? SearchResult.Ending.STOPPED : SearchResult.Ending.UNSTABLE, flood);
    }
    SearchResult.Ending ended =
        steering.reached() ? SearchResult.Ending.REACHED : SearchResult.Ending.BUDGET;
    return new SearchResult(
        stopped ? SearchResult.Ending.STOPPED : ended,
        flood,
        found.rate(),
        found.low(),
        found.high(),
        requests,
        found.segments());
  }

  private SearchResult nothing(SearchResult.Ending ending, double flood) {
    return new SearchResult(ending, flood, Double.NaN, Double.NaN, Double.NaN, requests, List.of());
  }

  private void level(LevelPlan level, Consumer<Observations.Seen> seen) {
    int index = levels++;
    bench = bench.withLevel(index, level);
    LevelWatch watch =
        new LevelWatch(
            plan.slo(),
            sink,
            request -> {
              requests++;
              seen.accept(request);
            });
    stopped |= !target.run(bench, index, bench.source(index), watch).ending().asPlanned();
  }
}
