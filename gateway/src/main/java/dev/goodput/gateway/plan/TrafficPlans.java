package dev.goodput.gateway.plan;

import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.TokenPrice;
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
    return by(plan, names(plan));
  }

  /// Returns whether two plans judge and price alike. Configured names are ignored, because they
  /// change no figure.
  public static boolean alike(GatewayPlan one, GatewayPlan other) {
    return by(one, new TreeMap<>()).equals(by(other, new TreeMap<>()));
  }

  private static TrafficPlan by(GatewayPlan plan, SortedMap<TrafficLabel, Set<String>> known) {
    Reckoning reckoning = plan.reckoning();
    SortedMap<String, Slo> slos = new TreeMap<>();
    for (SloClass each : plan.routing().sloClasses()) {
      slos.put(each.name(), each.slo());
    }
    SortedMap<String, TokenPrice> prices = new TreeMap<>();
    for (Reckoning.PriceList each : reckoning.prices()) {
      prices.put(
          each.model(),
          new TokenPrice(each.input(), each.cachedInput(), each.output(), each.reasoning()));
    }
    return new TrafficPlan(
        slos,
        null,
        reckoning.attainmentTarget(),
        prices,
        costs(plan),
        plan.currency(),
        reckoning.paceTps(),
        reckoning.labels().values(),
        reckoning.labels().series(),
        TrafficPlan.DEFAULTS.windowBytes(),
        known);
  }

  /// Returns the label values that clients cannot make up.
  private static SortedMap<TrafficLabel, Set<String>> names(GatewayPlan plan) {
    SortedMap<TrafficLabel, Set<String>> names = new TreeMap<>();
    names.put(TrafficLabel.UPSTREAM, set(plan.upstreams(), Upstream::name));
    names.put(TrafficLabel.ROUTE, set(plan.routing().routes(), Routing.Route::name));
    names.put(TrafficLabel.TENANT, set(plan.callers().tenants().keys(), Callers.TenantKey::name));
    return names;
  }

  private static <T> Set<String> set(List<T> parts, Function<T, String> name) {
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
