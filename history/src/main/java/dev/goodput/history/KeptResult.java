package dev.goodput.history;

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
/// @param faults how many contradictions the run's own accounting had
/// @param problem why there is nothing to tell, in a few words; empty where there is
public record KeptResult(
    List<Level> levels,
    @Nullable String slo,
    @Nullable Boolean sloMet,
    boolean interrupted,
    @Nullable Search search,
    int faults,
    String problem) {
  private static final String STEERED = "steered";

  /// Copies the levels.
  public KeptResult {
    levels = List.copyOf(levels);
  }

  static KeptResult without(String problem) {
    return new KeptResult(List.of(), null, null, false, null, 0, problem);
  }

  /// The level that a list shows: of a search the one that it steered; else of those that meet the
  /// SLO, or of all where none does or none was asked for, the one with the largest output
  /// throughput. Empty without any.
  public Optional<Level> shown() {
    if (search != null) {
      return levels.stream().filter(level -> level.load.startsWith(STEERED)).findFirst();
    }
    List<Level> good = levels.stream().filter(level -> Boolean.TRUE.equals(level.sloMet)).toList();
    return (good.isEmpty() ? levels : good)
        .stream().max(java.util.Comparator.comparingDouble(Level::outputOrNone));
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
  public record Search(String ending, @Nullable Double claim, String unit) {}

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
