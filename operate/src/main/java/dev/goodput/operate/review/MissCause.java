package dev.goodput.operate.review;

import java.util.List;
import java.util.Map;

/// What the requests that missed an SLO had in common, by a second look at the log.
///
/// @param outcomes bad requests by what was wrong: an outcome, or the bound that was missed; most
///   frequent first
/// @param concentrations where the bad requests were, if most of them were in one place that has
///   few of all requests
/// @param signs warning signs of saturation around its start, with their evidence
/// @param engines what the engines of the class did then and not before, such as restarts and
///   preemptions
/// @param runs directories of the log that hold it
record MissCause(
    List<Map.Entry<String, Long>> outcomes,
    List<Concentration> concentrations,
    List<String> signs,
    List<String> engines,
    List<String> runs) {
  /// Copies the lists.
  public MissCause {
    outcomes = List.copyOf(outcomes);
    concentrations = List.copyOf(concentrations);
    signs = List.copyOf(signs);
    engines = List.copyOf(engines);
    runs = List.copyOf(runs);
  }

  /// One value of a label with most of the bad requests.
  ///
  /// @param label `upstream`, `tenant`, `model` or `route`
  /// @param value the value
  /// @param bad its share of the bad requests
  /// @param requests its share of all requests
  public record Concentration(String label, String value, double bad, double requests) {}
}
