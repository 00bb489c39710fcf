package dev.goodput.gateway.plan;

import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.TrafficLabel;
import dev.goodput.metrics.traffic.TrafficPlan;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A factory of traffic plans: how a gateway's traffic is judged and priced.
public final class TrafficPlans {
  private TrafficPlans() {}

  /// Returns the traffic plan of a gateway plan.
  public static TrafficPlan of(GatewayPlan plan) {
    return trafficPlan(plan, configuredNames(plan));
  }

  /// Returns whether two plans judge and price traffic in the same way. Configured names are
  /// ignored, because they change no figure.
  public static boolean sameAccounting(GatewayPlan one, GatewayPlan other) {
    return trafficPlan(one, new TreeMap<>()).equals(trafficPlan(other, new TreeMap<>()));
  }

  private static TrafficPlan trafficPlan(
      GatewayPlan plan, SortedMap<TrafficLabel, Set<String>> configuredNames) {
    AccountingPlan accounting = plan.accounting();
    SortedMap<String, Slo> slos = new TreeMap<>();
    for (SloClass each : plan.routing().sloClasses()) {
      slos.put(each.name(), each.slo());
    }
    SortedMap<String, ModelPrice> prices = new TreeMap<>();
    accounting.prices().forEach(each -> prices.put(each.model(), each));
    return new TrafficPlan(
        slos,
        null,
        accounting.attainmentTarget(),
        prices,
        costs(plan),
        plan.currency(),
        accounting.paceTps(),
        accounting.labels().values(),
        accounting.labels().series(),
        TrafficPlan.DEFAULTS.windowBytes(),
        configuredNames);
  }

  /// Returns the label values that come from the configuration and not from clients.
  private static SortedMap<TrafficLabel, Set<String>> configuredNames(GatewayPlan plan) {
    SortedMap<TrafficLabel, Set<String>> names = new TreeMap<>();
    names.put(TrafficLabel.UPSTREAM, nameSet(plan.upstreams(), Upstream::name));
    names.put(TrafficLabel.ROUTE, nameSet(plan.routing().routes(), Routing.Route::name));
    names.put(
        TrafficLabel.TENANT,
        nameSet(plan.identity().tenants().keys(), IdentityPlan.TenantKey::name));
    return names;
  }

  private static <T> Set<String> nameSet(List<T> parts, Function<T, String> name) {
    return parts.stream().map(name).collect(Collectors.toSet());
  }

  private static SortedMap<String, Double> costs(GatewayPlan plan) {
    SortedMap<String, Double> costs = new TreeMap<>();
    for (Upstream each : plan.upstreams()) {
      Cost cost = each.hourlyCost();
      if (cost != null) {
        costs.put(each.name(), cost.perHour());
      }
    }
    return costs;
  }
}
