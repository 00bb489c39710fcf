package dev.goodput.gateway.store;

import dev.goodput.record.LevelBegun;

/// Whose log it is.
///
/// @param name of the command, which the names of its run directories end in
/// @param workload what is said of what was asked
/// @param arrivals as [LevelBegun#arrivals]
/// @param rateAsked requests per second by plan, NaN where nobody planned them
public record LogKind(String name, String workload, String arrivals, double rateAsked) {
  /// Of traffic that came from users.
  public static final LogKind GATEWAY =
      new LogKind("gateway", "observed traffic", LevelBegun.OBSERVED, Double.NaN);
}
