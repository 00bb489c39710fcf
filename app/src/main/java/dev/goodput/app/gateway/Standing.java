package dev.goodput.app.gateway;

import dev.goodput.gateway.plan.GatewayPlan;

/// How the gateway stands; what pages and probes say of it.
///
/// @param phase what it does
/// @param plan the configuration in force
/// @param trouble why a newer configuration is not in force; empty where there is none
/// @param restart keys of a newer configuration that take a restart; empty where there are none
record Standing(Phase phase, GatewayPlan plan, String trouble, String restart) {
  /// What a gateway does.
  enum Phase {
    /// Not listening yet.
    STARTING,
    /// Takes requests.
    SERVING,
    /// Takes no new ones.
    DRAINING
  }

  static Standing starting(GatewayPlan plan) {
    return new Standing(Phase.STARTING, plan, "", "");
  }

  Standing in(Phase other) {
    return new Standing(other, plan, trouble, restart);
  }

  /// A newer configuration was refused.
  Standing refused(String why) {
    return new Standing(phase, plan, why, restart);
  }

  /// A newer one is in force.
  Standing by(GatewayPlan other, String restart) {
    return new Standing(phase, other, "", restart);
  }
}
