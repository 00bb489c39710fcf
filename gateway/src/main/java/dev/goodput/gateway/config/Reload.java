package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.GatewayPlan;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The changes that a running gateway applies from another plan without a restart.
///
/// @param plan the plan in force after the reload
/// @param applied the changed keys of `gateway.yaml` that are applied
/// @param restartRequired the changed keys that require a restart
public record Reload(GatewayPlan plan, List<String> applied, List<String> restartRequired) {
  /// The paths of keys whose values differ, in order, collected while a plan is made.
  record Changes(Set<String> applied, Set<String> restartRequired) {}

  /// Copies the lists.
  public Reload {
    applied = List.copyOf(applied);
    restartRequired = List.copyOf(restartRequired);
  }

  /// Compares the plan in force with the next one.
  public static Reload of(GatewayPlan current, GatewayPlan next) {
    Changes changes = new Changes(new LinkedHashSet<>(), new LinkedHashSet<>());
    GatewayPlan plan = GatewayKeys.ROOT.reload("", current, next, changes);
    return new Reload(plan, List.copyOf(changes.applied), List.copyOf(changes.restartRequired));
  }
}
