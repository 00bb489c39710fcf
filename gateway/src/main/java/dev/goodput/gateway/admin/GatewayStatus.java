package dev.goodput.gateway.admin;

import dev.goodput.gateway.admin.AdminSources.Readiness;
import dev.goodput.gateway.plan.GatewayPlan;
import java.util.ArrayList;
import java.util.List;

/// The state of the gateway, as pages and probes report it.
///
/// @param phase the phase in its life
/// @param plan the configuration in force
/// @param problem why a newer configuration was rejected; empty if none was
/// @param restart the changed keys of a newer configuration that require a restart; empty for none
public record GatewayStatus(Phase phase, GatewayPlan plan, String problem, String restart) {
  /// A phase in the life of a gateway.
  public enum Phase {
    /// Not listening yet.
    STARTING,
    /// Accepts requests.
    SERVING,
    /// Accepts no new requests.
    DRAINING
  }

  /// A holder of the current state, which one thread sets and any thread reads.
  public static final class Holder {
    private volatile GatewayStatus status;

    /// @param status the initial state
    public Holder(GatewayStatus status) {
      this.status = status;
    }

    /// Returns the current state.
    public GatewayStatus get() {
      return status;
    }

    /// Sets the state.
    public void set(GatewayStatus next) {
      status = next;
    }
  }

  /// Returns the state of a gateway that does not listen yet.
  public static GatewayStatus starting(GatewayPlan plan) {
    return new GatewayStatus(Phase.STARTING, plan, "", "");
  }

  /// Returns a copy in another phase.
  public GatewayStatus in(Phase other) {
    return new GatewayStatus(other, plan, problem, restart);
  }

  /// Returns a copy after a newer configuration was rejected.
  public GatewayStatus refused(String why) {
    return new GatewayStatus(phase, plan, why, restart);
  }

  /// Returns a copy with a newer configuration in force.
  public GatewayStatus by(GatewayPlan other, String restart) {
    return new GatewayStatus(phase, other, "", restart);
  }

  /// Returns the result of the readiness probe. A rejected configuration leaves the gateway ready:
  /// it keeps the previous one, and otherwise a single mistake would take every replica out of
  /// service.
  public Readiness readiness() {
    return switch (phase) {
      case STARTING -> new Readiness(false, "not ready: not listening yet");
      case DRAINING -> new Readiness(false, "not ready: draining");
      case SERVING -> {
        List<String> lines = new ArrayList<>(List.of("ready"));
        lines.addAll(problems());
        yield new Readiness(true, String.join("\n", lines));
      }
    };
  }

  /// Returns the problems with the configuration, one sentence each.
  public List<String> problems() {
    List<String> all = new ArrayList<>();
    if (!problem.isEmpty()) {
      all.add("the configuration was refused, the one before stays in force: " + problem);
    }
    if (!restart.isEmpty()) {
      all.add("the configuration has changed where it takes a restart: " + restart);
    }
    return all;
  }
}
