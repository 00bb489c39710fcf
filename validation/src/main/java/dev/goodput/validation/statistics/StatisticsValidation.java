package dev.goodput.validation.statistics;

import dev.goodput.load.LevelPlan;
import dev.goodput.workload.arrival.Arrivals;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The quality of the statistics: coverage of intervals, error and over-claims of searches, false
/// alarms and power of the gate, next to published values (docs/explanation/statistics.md).
///
/// @param engine the simulated one, as `GPU/MODEL`
/// @param workload whose lengths were requested
/// @param saturation requests per second that the flooded engine answers
/// @param findings every figure, by part
public record StatisticsValidation(
    String engine, String workload, double saturation, List<Finding> findings) {
  private static final long FLOOD_REQUESTS = 30_000;
  private static final double FROM = .25;
  private static final double UNTIL = .7;

  /// Copies the list.
  public StatisticsValidation {
    findings = List.copyOf(findings);
  }

  /// Runs all trials; the same size gives the same figures.
  ///
  /// @param threads on which trials run
  /// @param progress receives progress lines, on the calling thread
  public static StatisticsValidation run(
      ValidationSize size, int threads, Consumer<String> progress) {
    Trials trials = new Trials(threads, progress);
    LevelPlan flood = new LevelPlan(new Arrivals.Burst(FLOOD_REQUESTS), 0, 0, 0, 0);
    double saturation = VirtualRun.of(Setup.engine(), 1, flood).completionRate(FROM, UNTIL);
    List<Finding> findings = new ArrayList<>();
    findings.addAll(new IntervalTrials(size, trials, saturation).all());
    findings.addAll(new SearchTrials(size, trials, saturation).all());
    findings.addAll(new GateTrials(size, trials, saturation).all());
    findings.addAll(new QualityTrials(trials).all());
    findings.addAll(new TrendTrials(size, trials).all());
    return new StatisticsValidation(Setup.ENGINE, Setup.WORKLOAD, saturation, findings);
  }

  /// Those of this project's methods that are not as good as was published.
  public List<Finding> missed() {
    return findings.stream().filter(each -> each.ours() && !each.reached()).toList();
  }
}
