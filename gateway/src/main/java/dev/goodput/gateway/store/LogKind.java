package dev.goodput.gateway.store;

import dev.goodput.record.ArrivalKind;

/// Whose log it is.
///
/// @param name of the command, which the names of its run directories end in
/// @param workload what is said of what was asked
/// @param arrivals how they come about
/// @param rateAsked requests per second by plan, NaN where nobody planned them
public record LogKind(String name, String workload, ArrivalKind arrivals, double rateAsked) {
  /// Of traffic that came from users.
  public static final LogKind GATEWAY =
      new LogKind("gateway", "observed traffic", ArrivalKind.OBSERVED, Double.NaN);
}
