package dev.goodput.gateway.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/// What differs between the plan in force and the next, by the keys of `gateway.yaml`.
///
/// @param taken that a reload brings
/// @param waiting that only a restart can bring
public record PlanChanges(List<String> taken, List<String> waiting) {
  private static final List<Part> PARTS =
      List.of(
          restart("listen", plan -> plan.listen().shown()),
          reload("tls", plan -> plan.listen().tls()),
          restart("admin", GatewayPlan::admin),
          reload("upstreams", GatewayPlan::upstreams),
          reload("routes", plan -> plan.routing().routes()),
          reload("slo-classes", plan -> plan.routing().sloClasses()),
          reload("attainment", plan -> plan.reckoning().attainmentTarget()),
          reload("tenants", plan -> plan.callers().tenants()),
          reload("session", plan -> plan.callers().session()),
          reload("prices", plan -> plan.reckoning().prices()),
          restart("limits.max-connections", plan -> plan.guard().limits().maxConnections()),
          reload("limits.max-in-flight", plan -> plan.guard().limits().maxInFlight()),
          restart("limits.max-header-bytes", plan -> plan.guard().limits().maxHeaderBytes()),
          restart("limits.max-body-bytes", plan -> plan.guard().limits().maxBodyBytes()),
          reload("timeouts.connect", plan -> plan.guard().deadlines().connectNanos()),
          restart("timeouts.request-head", plan -> plan.guard().deadlines().requestHeadNanos()),
          restart("timeouts.body-idle", plan -> plan.guard().deadlines().bodyIdleNanos()),
          restart(
              "timeouts.keep-alive-idle", plan -> plan.guard().deadlines().keepAliveIdleNanos()),
          reload("timeouts.upstream-first-byte", plan -> plan.guard().deadlines().firstByteNanos()),
          reload("timeouts.upstream-idle", plan -> plan.guard().deadlines().upstreamIdleNanos()),
          reload("timeouts.drain", plan -> plan.guard().deadlines().drainNanos()),
          reload("retries", plan -> plan.guard().retries()),
          reload("log", plan -> plan.keeping().log()),
          reload("capture", plan -> plan.keeping().capture()),
          reload("otlp", plan -> plan.reckoning().otlp()),
          reload("labels", plan -> plan.reckoning().labels()),
          reload("pace", plan -> plan.reckoning().paceTps()));

  /// A part of a plan that one key stands for.
  private record Part(String key, boolean restart, Function<GatewayPlan, Object> value) {
    boolean differs(GatewayPlan now, GatewayPlan next) {
      return !Objects.equals(value.apply(now), value.apply(next));
    }
  }

  /// Copies the lists.
  public PlanChanges {
    taken = List.copyOf(taken);
    waiting = List.copyOf(waiting);
  }

  private static Part reload(String key, Function<GatewayPlan, Object> value) {
    return new Part(key, false, value);
  }

  private static Part restart(String key, Function<GatewayPlan, Object> value) {
    return new Part(key, true, value);
  }

  static PlanChanges between(GatewayPlan now, GatewayPlan next) {
    List<String> taken = new ArrayList<>();
    List<String> waiting = new ArrayList<>();
    for (Part part : PARTS) {
      if (part.differs(now, next)) {
        (part.restart() ? waiting : taken).add(part.key());
      }
    }
    return new PlanChanges(taken, waiting);
  }
}
