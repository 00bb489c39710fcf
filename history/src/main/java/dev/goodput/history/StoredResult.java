package dev.goodput.history;

import dev.goodput.record.ArrivalKind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The main figures of a run from its `result.json`. For lists only: comparisons compute them anew
/// from the log.
///
/// @param levels one per load level
/// @param slo the SLO's name or expression, null without one
/// @param sloMet whether a level meets it, null if that was not judged
/// @param interrupted whether the run was interrupted by a signal
/// @param search the result of a search, null if the run is not a search
/// @param saturation the result of a saturation, null if the run is not one
/// @param repeats the pooled figures of levels that repeat one load, null if they do not
/// @param comparison the result of a comparison in a word or two, such as `regressed`; null if the
///   run is not a comparison
/// @param faults number of contradictions in the run's own accounting
/// @param problem why there are no figures, in a few words; empty if there are
public record StoredResult(
    List<Level> levels,
    @Nullable String slo,
    @Nullable Boolean sloMet,
    boolean interrupted,
    @Nullable Search search,
    @Nullable Saturation saturation,
    @Nullable Repeats repeats,
    @Nullable String comparison,
    int faults,
    String problem) {
  /// Copies the levels.
  public StoredResult {
    levels = List.copyOf(levels);
  }

  static StoredResult without(String problem) {
    return new StoredResult(List.of(), null, null, false, null, null, null, null, 0, problem);
  }

  static StoredResult compared(String comparison, String problem) {
    return new StoredResult(List.of(), null, null, false, null, null, null, comparison, 0, problem);
  }

  /// Returns the level that a list of runs shows; empty without levels:
  ///
  /// - repeats of one load: all counted levels, pooled
  /// - a saturation: the level of the saturation point
  /// - a search: the steered level
  /// - otherwise: the level with the largest output throughput among those that meet the SLO, or
  ///   among all levels if none does or there is no SLO
  public Optional<Level> shown() {
    Repeats pooled = repeats;
    if (pooled != null) {
      return levels.isEmpty() ? Optional.empty() : Optional.of(pooledLevel(pooled));
    }
    if (saturation != null) {
      int at = saturation.level;
      return at < 0 || at >= levels.size() ? Optional.empty() : Optional.of(levels.get(at));
    }
    if (search != null) {
      return levels.stream()
          .filter(level -> level.load.startsWith(ArrivalKind.STEERED.word()))
          .findFirst();
    }
    List<Level> good = levels.stream().filter(level -> Boolean.TRUE.equals(level.sloMet)).toList();
    return (good.isEmpty() ? levels : good)
        .stream().max(Comparator.comparingDouble(Level::outputForOrder));
  }

  /// Returns a level with the pooled percentiles and the rates of the median run.
  private Level pooledLevel(Repeats pooled) {
    Level first = levels.getFirst();
    Optional<Level> median = medianLevel(pooled.runs);
    return new Level(
        first.load,
        first.client,
        true,
        sloMet,
        median.map(Level::rps).orElse(null),
        median.map(Level::outputTps).orElse(null),
        pooled.ttftP95Millis,
        pooled.tpotP95Millis,
        pooled.attainment,
        median.map(Level::errorRate).orElse(null),
        first.judged,
        median.orElse(first).wrongWorkload);
  }

  /// Returns the median of the runs that count, by attainment or, if there is none, by TTFT p95, as
  /// in the report. Of two middle runs, it is the worse one. Empty if it is not known which runs
  /// count.
  private Optional<Level> medianLevel(int runs) {
    List<Level> counted =
        levels.stream()
            .filter(Level::counts)
            .sorted(Comparator.comparingDouble(Level::badness))
            .toList();
    return counted.isEmpty() || counted.size() != runs
        ? Optional.empty()
        : Optional.of(counted.get(runs / 2));
  }

  /// Returns the share of failures of all levels together, warm-up and drain included, as the
  /// report judges it; 0 if not known.
  public double errorRate() {
    double failed = levels.stream().mapToDouble(Level::failed).sum();
    return failed == 0 ? 0 : failed / levels.stream().mapToLong(Level::judged).sum();
  }

  /// Returns whether the client was the bottleneck at some level.
  public boolean clientBound() {
    return levels.stream().anyMatch(Level::isClientBound);
  }

  /// The result of a search for the highest load that meets the SLO.
  ///
  /// @param ending why it stopped, by the document's word, such as `reached`
  /// @param claim the supported rate per second, null if there is none
  /// @param unit unit of the claim: `requests` or `sessions`
  /// @param verified result of a verification of the claim, by the document's word, such as
  ///   `missed`; empty without a verification
  public record Search(String ending, @Nullable Double claim, String unit, String verified) {}

  /// The result of a saturation.
  ///
  /// @param ending why no heavier load was tried, by the document's word, such as `saturated`
  /// @param load load at which the server saturates, null if it does not
  /// @param axis dimension of the load, by the document's word, such as `concurrency`
  /// @param level index of the level with that load, or of the level with the most output if no
  ///   point was found; below 0 if not known
  public record Saturation(String ending, @Nullable Double load, String axis, int level) {}

  /// The pooled figures of levels that repeat one load. Unknown figures are null, as are
  /// percentiles of fewer than five runs.
  ///
  /// @param runs number of runs that count
  /// @param ttftP95Millis pooled TTFT p95
  /// @param tpotP95Millis pooled TPOT p95
  /// @param attainment SLO attainment over all of their arrivals
  public record Repeats(
      int runs,
      @Nullable Double ttftP95Millis,
      @Nullable Double tpotP95Millis,
      @Nullable Double attainment) {}

  /// One load level. Figures that are not defined are null; percentiles are in milliseconds.
  ///
  /// @param load the level's name, such as `poisson 8/s`
  /// @param client the verdict on the client
  /// @param endedAsPlanned whether it ended as planned
  /// @param sloMet whether it meets the SLO
  /// @param errorRate failures ÷ requests of the whole level
  /// @param attainment good ÷ intended
  /// @param judged requests that the error rate is a share of; 1 if not known
  /// @param wrongWorkload whether its lengths differ so much from those requested that it had
  ///   another workload
  public record Level(
      String load,
      String client,
      boolean endedAsPlanned,
      @Nullable Boolean sloMet,
      @Nullable Double rps,
      @Nullable Double outputTps,
      @Nullable Double ttftP95Millis,
      @Nullable Double tpotP95Millis,
      @Nullable Double attainment,
      @Nullable Double errorRate,
      long judged,
      boolean wrongWorkload) {
    /// Returns whether it counts as a run: it was not cut short, and the client was not the
    /// bottleneck.
    public boolean counts() {
      return endedAsPlanned && !isClientBound();
    }

    /// Returns whether the client was the bottleneck.
    public boolean isClientBound() {
      return "client-bound".equals(client);
    }

    private double badness() {
      if (attainment != null) {
        return 1 - attainment;
      }
      return ttftP95Millis == null ? Double.MAX_VALUE : ttftP95Millis;
    }

    private double failed() {
      return errorRate == null ? 0 : errorRate * judged;
    }

    private double outputForOrder() {
      return outputTps == null ? -1 : outputTps;
    }
  }
}
