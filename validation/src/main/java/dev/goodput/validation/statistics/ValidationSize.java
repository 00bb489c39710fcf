package dev.goodput.validation.statistics;

import java.util.List;

/// How many trials there are of each kind.
///
/// @param loads shares of saturation at which intervals are tried
/// @param intervals repeated measurements, of five runs each, at each load
/// @param truthRequests requests of each long run that a truth rests on
/// @param searches searches, and bisections of each kind
/// @param truthRates rates at which attainment is measured for the true limit
/// @param pairs of runs at each slowdown, from which the gate's are drawn
/// @param series of runs of each kind, in which change points are looked for
public record ValidationSize(
    List<Double> loads,
    int intervals,
    long truthRequests,
    int searches,
    int truthRates,
    int pairs,
    int series) {
  /// What the table of the documents rests on; about a quarter of an hour of one core.
  public static final ValidationSize LONG =
      new ValidationSize(List.of(.5, .7, .9), 200, 300_000, 50, 5, 300, 1_000);

  /// The same at a glance: what is badly wrong shows.
  public static final ValidationSize SHORT =
      new ValidationSize(List.of(.7), 40, 60_000, 6, 3, 20, 40);

  /// Copies the loads.
  public ValidationSize {
    loads = List.copyOf(loads);
  }
}
