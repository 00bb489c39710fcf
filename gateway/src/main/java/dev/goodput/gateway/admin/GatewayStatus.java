package dev.goodput.gateway.admin;

import dev.goodput.gateway.admin.AdminSources.Readiness;
import dev.goodput.gateway.plan.GatewayPlan;
import java.util.ArrayList;
import java.util.List;

/// The state of the gateway, as pages and probes report it.
///
/// @param phase what it does
/// @param plan the configuration in force
/// @param trouble why a newer configuration is not in force; empty where there is none
/// @param restart keys of a newer configuration that take a restart; empty where there are none
public record GatewayStatus(Phase phase, GatewayPlan plan, String trouble, String restart) {
  /// What a gateway does.
  public enum Phase {
    /// Not listening yet.
    STARTING,
    /// Takes requests.
    SERVING,
    /// Takes no new ones.
    DRAINING
  }

  /// The current state, left by one thread for others to read.
  public static final class Holder {
    private volatile GatewayStatus status;

    /// @param status to begin with
    public Holder(GatewayStatus status) {
      this.status = status;
    }

    /// The current state.
    public GatewayStatus get() {
      return status;
    }

    /// Leaves another state.
    public void set(GatewayStatus next) {
      status = next;
    }
  }

  /// The state of one that does not listen yet.
  public static GatewayStatus starting(GatewayPlan plan) {
    return new GatewayStatus(Phase.STARTING, plan, "", "");
  }

  /// The same in another phase.
  public GatewayStatus in(Phase other) {
    return new GatewayStatus(other, plan, trouble, restart);
  }

  /// The same after a newer configuration was refused.
  public GatewayStatus refused(String why) {
    return new GatewayStatus(phase, plan, why, restart);
  }

  /// The same with a newer configuration in force.
  public GatewayStatus by(GatewayPlan other, String restart) {
    return new GatewayStatus(phase, other, "", restart);
  }

  /// What the probe reports. A newer configuration that was refused leaves the gateway ready: it
  /// goes on by the one before, and were it not, one slip would take every replica out at once.
  public Readiness readiness() {
    return switch (phase) {
      case STARTING -> new Readiness(false, "not ready: not listening yet");
      case DRAINING -> new Readiness(false, "not ready: draining");
      case SERVING -> {
        List<String> lines = new ArrayList<>(List.of("ready"));
        lines.addAll(troubles());
        yield new Readiness(true, String.join("\n", lines));
      }
    };
  }

  /// What is wrong with the configuration, a sentence each.
  public List<String> troubles() {
    List<String> all = new ArrayList<>();
    if (!trouble.isEmpty()) {
      all.add("the configuration was refused, the one before stays in force: " + trouble);
    }
    if (!restart.isEmpty()) {
      all.add("the configuration has changed where it takes a restart: " + restart);
    }
    return all;
  }
}
