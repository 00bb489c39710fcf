package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.GatewayPlan;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The changes that a running gateway applies from another plan without a restart.
///
/// @param plan the plan in force after the reload
/// @param taken the changed keys of `gateway.yaml` that are applied
/// @param waiting the changed keys that require a restart
public record Reload(GatewayPlan plan, List<String> taken, List<String> waiting) {
  /// The paths of keys whose values differ, in order, collected while a plan is made.
  record Changes(Set<String> taken, Set<String> waiting) {}

  /// Copies the lists.
  public Reload {
    taken = List.copyOf(taken);
    waiting = List.copyOf(waiting);
  }

  /// Compares the plan in force with the next one.
  public static Reload of(GatewayPlan now, GatewayPlan next) {
    Changes changes = new Changes(new LinkedHashSet<>(), new LinkedHashSet<>());
    GatewayPlan plan = GatewayKeys.ROOT.reload("", now, next, changes);
    return new Reload(plan, List.copyOf(changes.taken), List.copyOf(changes.waiting));
  }
}
