package dev.goodput.app.gateway;

import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.PriceList;
import dev.goodput.gateway.plan.Reckoning;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.Cost;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.traffic.TokenPrice;
import dev.goodput.metrics.traffic.TrafficPlan;
import java.util.SortedMap;
import java.util.TreeMap;

/// How a gateway's traffic is judged and priced.
final class TrafficPlans {
  private TrafficPlans() {}

  static TrafficPlan of(GatewayPlan plan) {
    Reckoning reckoning = plan.reckoning();
    SortedMap<String, Slo> slos = new TreeMap<>();
    for (SloClass each : plan.routing().sloClasses()) {
      slos.put(each.name(), each.slo());
    }
    SortedMap<String, TokenPrice> prices = new TreeMap<>();
    for (PriceList each : reckoning.prices()) {
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
        TrafficPlan.DEFAULTS.windowBytes());
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
