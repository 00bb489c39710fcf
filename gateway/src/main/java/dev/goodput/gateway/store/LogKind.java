package dev.goodput.gateway.store;

import dev.goodput.record.ArrivalKind;

/// The kind of a log.
///
/// @param name the command's name, which is the suffix of its run directories
/// @param workload description of the workload for the manifest
/// @param arrivals kind of arrivals
/// @param targetRate planned requests per second, NaN if there is no plan
public record LogKind(String name, String workload, ArrivalKind arrivals, double targetRate) {
  /// A log of users' traffic.
  public static final LogKind GATEWAY =
      new LogKind("gateway", "observed traffic", ArrivalKind.OBSERVED, Double.NaN);
}
