package dev.goodput.gateway.plan;

import org.jspecify.annotations.Nullable;

/// What the gateway stores on disk.
///
/// @param log records in run directories; null for none
/// @param capture a workload file of the traffic; null for none
public record StoragePlan(@Nullable LogPlan log, @Nullable CapturePlan capture) {
  /// Nothing is stored.
  public static final StoragePlan NONE = new StoragePlan(null, null);
}
