package dev.goodput.gateway.config;

import dev.goodput.gateway.plan.GatewayPlan;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What a gateway takes over of another plan without a restart.
///
/// @param plan the one that is in force then
/// @param taken the keys of `gateway.yaml` that differ and are taken over
/// @param waiting those that wait for a restart
public record Reload(GatewayPlan plan, List<String> taken, List<String> waiting) {
  /// Paths of keys whose values differ, in order, while a plan is made.
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
