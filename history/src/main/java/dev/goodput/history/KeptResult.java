package dev.goodput.history;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The main figures of a run as its `result.json` keeps them. For a list: whoever compares runs
/// computes them anew from the log.
///
/// @param levels one per load level
/// @param slo the SLO's name or expression, null without one
/// @param sloMet whether some level meets it, null where that was not judged
/// @param interrupted whether a signal came before the run was over
/// @param search what a search found, null where the run is none
/// @param repeats what its levels come to that repeat one load, null where they do not
/// @param faults how many contradictions the run's own accounting had
/// @param problem why there is nothing to tell, in a few words; empty where there is
public record KeptResult(
    List<Level> levels,
    @Nullable String slo,
    @Nullable Boolean sloMet,
    boolean interrupted,
    @Nullable Search search,
    @Nullable Repeats repeats,
    int faults,
    String problem) {
  private static final String STEERED = "steered";

  /// Copies the levels.
  public KeptResult {
    levels = List.copyOf(levels);
  }

  static KeptResult without(String problem) {
    return new KeptResult(List.of(), null, null, false, null, null, 0, problem);
  }

  /// The level that a list shows: of a search the one that it steered, of repeats all of them
  /// together; else of those that meet the SLO, or of all where none does or none was asked for,
  /// the one with the largest output throughput. Empty without any.
  public Optional<Level> shown() {
    Repeats together = repeats;
    if (together != null) {
      return levels.isEmpty() ? Optional.empty() : Optional.of(together(together));
    }
    if (search != null) {
      return levels.stream().filter(level -> level.load.startsWith(STEERED)).findFirst();
    }
    List<Level> good = levels.stream().filter(level -> Boolean.TRUE.equals(level.sloMet)).toList();
    return (good.isEmpty() ? levels : good)
        .stream().max(java.util.Comparator.comparingDouble(Level::outputOrNone));
  }

  /// The best of them would be luck: pooled percentiles, and the rates of the run in the middle.
  private Level together(Repeats together) {
    Level first = levels.getFirst();
    return new Level(
        first.load,
        first.client,
        sloMet,
        middle(Level::rps),
        middle(Level::outputTps),
        together.ttftP95Millis,
        together.tpotP95Millis,
        together.attainment,
        middle(Level::errorRate));
  }

  /// The smaller of two; null where not every run has one.
  private @Nullable Double middle(Function<Level, @Nullable Double> figure) {
    List<Double> known = levels.stream().map(figure).filter(Objects::nonNull).sorted().toList();
    return known.size() < levels.size() ? null : known.get((known.size() - 1) / 2);
  }

  /// The largest error rate of a level, warm-up and drain included; 0 where none is told.
  public double worstErrorRate() {
    return levels.stream()
        .mapToDouble(level -> level.errorRate == null ? 0 : level.errorRate)
        .max()
        .orElse(0);
  }

  /// Whether the client was the bottleneck at some level.
  public boolean clientBound() {
    return levels.stream().anyMatch(level -> "client-bound".equals(level.client));
  }

  /// What a search for the highest load found that keeps the SLO.
  ///
  /// @param ending why it stopped, by the word of its document: `reached`
  /// @param claim what may be claimed, per second; null where nothing may
  /// @param unit of the claim: `requests` or `sessions`
  /// @param verified what a verification showed of the claim, by the word of its document:
  ///   `missed`; empty without one
  public record Search(String ending, @Nullable Double claim, String unit, String verified) {}

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
  /// @param sloMet whether it meets the SLO
  /// @param errorRate failures ÷ requests of the whole level
  /// @param attainment good ÷ intended
  public record Level(
      String load,
      String client,
      @Nullable Boolean sloMet,
      @Nullable Double rps,
      @Nullable Double outputTps,
      @Nullable Double ttftP95Millis,
      @Nullable Double tpotP95Millis,
      @Nullable Double attainment,
      @Nullable Double errorRate) {
    private double outputOrNone() {
      return outputTps == null ? -1 : outputTps;
    }
  }
}
