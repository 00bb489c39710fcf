package dev.goodput.history;

import dev.goodput.record.ArrivalKind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The main figures of a run as its `result.json` keeps them. For a list: whoever compares runs
/// computes them anew from the log.
///
/// @param levels one per load level
/// @param slo the SLO's name or expression, null without one
/// @param sloMet whether some level meets it, null where that was not judged
/// @param interrupted whether a signal came before the run was over
/// @param search what a search found, null where the run is none
/// @param saturation where a saturation found its point, null where the run is none
/// @param repeats what its levels come to that repeat one load, null where they do not
/// @param comparison what a comparison came to, in a word or two: `regressed`; null where the run
///   is none
/// @param faults how many contradictions the run's own accounting had
/// @param problem why there is nothing to tell, in a few words; empty where there is
public record KeptResult(
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
  public KeptResult {
    levels = List.copyOf(levels);
  }

  static KeptResult without(String problem) {
    return new KeptResult(List.of(), null, null, false, null, null, null, null, 0, problem);
  }

  static KeptResult compared(String comparison, String problem) {
    return new KeptResult(List.of(), null, null, false, null, null, null, comparison, 0, problem);
  }

  /// The level that a list shows: of a search the one that it steered, of a saturation the one that
  /// is its point, of repeats all that count together; else of those that meet the SLO, or of all
  /// where none does or none was asked for, the one with the largest output throughput. Empty
  /// without any.
  public Optional<Level> shown() {
    Repeats together = repeats;
    if (together != null) {
      return levels.isEmpty() ? Optional.empty() : Optional.of(together(together));
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
        .stream().max(Comparator.comparingDouble(Level::outputOrNone));
  }

  /// The best of them would be luck: pooled percentiles, and the rates of the run in the middle.
  private Level together(Repeats together) {
    Level first = levels.getFirst();
    Optional<Level> middle = middle(together.runs);
    return new Level(
        first.load,
        first.client,
        true,
        sloMet,
        middle.map(Level::rps).orElse(null),
        middle.map(Level::outputTps).orElse(null),
        together.ttftP95Millis,
        together.tpotP95Millis,
        together.attainment,
        middle.map(Level::errorRate).orElse(null),
        first.judged);
  }

  /// Of the runs that count the one in the middle, of two the worse: by attainment, else by the
  /// slow end of the first word, as the report has it. Empty where it is not known which of them
  /// count.
  private Optional<Level> middle(int runs) {
    List<Level> counted =
        levels.stream()
            .filter(Level::counts)
            .sorted(Comparator.comparingDouble(Level::badness))
            .toList();
    return counted.isEmpty() || counted.size() != runs
        ? Optional.empty()
        : Optional.of(counted.get(runs / 2));
  }

  /// Share of failures of all levels together, warm-up and drain included, as the report judges it;
  /// 0 where none is told.
  public double errorRate() {
    double failed = levels.stream().mapToDouble(Level::failed).sum();
    return failed == 0 ? 0 : failed / levels.stream().mapToLong(Level::judged).sum();
  }

  /// Whether the client was the bottleneck at some level.
  public boolean clientBound() {
    return levels.stream().anyMatch(Level::isClientBound);
  }

  /// What a search for the highest load found that keeps the SLO.
  ///
  /// @param ending why it stopped, by the word of its document: `reached`
  /// @param claim what may be claimed, per second; null where nothing may
  /// @param unit of the claim: `requests` or `sessions`
  /// @param verified what a verification showed of the claim, by the word of its document:
  ///   `missed`; empty without one
  public record Search(String ending, @Nullable Double claim, String unit, String verified) {}

  /// Where a saturation found its point.
  ///
  /// @param ending why no heavier load was tried, by the word of its document: `saturated`
  /// @param load at which the server saturates, null where it does not
  /// @param axis what a load is of, by the word of its document: `concurrency`
  /// @param level which of the levels is of that load, or of the most output where none is; below 0
  ///   where that is not told
  public record Saturation(String ending, @Nullable Double load, String axis, int level) {}

  /// Levels that repeat one load, taken together. Figures that are not known are null, as
  /// percentiles of fewer than five runs are.
  ///
  /// @param runs how many count
  /// @param ttftP95Millis pooled
  /// @param tpotP95Millis pooled
  /// @param attainment of all of their arrivals
  public record Repeats(
      int runs,
      @Nullable Double ttftP95Millis,
      @Nullable Double tpotP95Millis,
      @Nullable Double attainment) {}

  /// One load level. Figures that are not defined are null; percentiles are in milliseconds.
  ///
  /// @param load the level's name: `poisson 8/s`
  /// @param client the verdict on the client
  /// @param ended whether it ended by its plan
  /// @param sloMet whether it meets the SLO
  /// @param errorRate failures ÷ requests of the whole level
  /// @param attainment good ÷ intended
  /// @param judged requests that the error rate is a share of; 1 where that is not told
  public record Level(
      String load,
      String client,
      boolean ended,
      @Nullable Boolean sloMet,
      @Nullable Double rps,
      @Nullable Double outputTps,
      @Nullable Double ttftP95Millis,
      @Nullable Double tpotP95Millis,
      @Nullable Double attainment,
      @Nullable Double errorRate,
      long judged) {
    private boolean counts() {
      return ended && !isClientBound();
    }

    private boolean isClientBound() {
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

    private double outputOrNone() {
      return outputTps == null ? -1 : outputTps;
    }
  }
}
