package dev.goodput.operate.review;

import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.telemetry.RequestEvent;
import dev.goodput.telemetry.Rollup;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The sums of one period: by SLO class and tenant, and by SLO class and step of time.
public final class PeriodSums {
  /// Precision of the histograms: percentiles are within 0.4 %.
  private static final int BITS = 7;

  private static final int MAX_TENANTS = 100;

  private final SortedMap<String, SortedMap<String, Rollup>> byTenant = new TreeMap<>();
  private final SortedMap<String, SortedMap<Integer, Rollup>> bySteps = new TreeMap<>();
  private final Set<String> tenants = new HashSet<>();
  private final SortedSet<String> serving = new TreeSet<>();
  private final SortedMap<String, Energy> energy = new TreeMap<>();
  private Duration logged = Duration.ZERO;
  private boolean sampled;

  PeriodSums() {}

  /// The electric energy of an upstream.
  ///
  /// @param joules energy over the known time
  /// @param knownSeconds time in which the power of all of its devices is known
  public record Energy(double joules, double knownSeconds) {
    private Energy plus(Energy more) {
      return new Energy(joules + more.joules, knownSeconds + more.knownSeconds);
    }

    /// Returns the mean power over the known time, in watts; NaN if there is none.
    public double watts() {
      return joules / knownSeconds;
    }
  }

  /// @param ofSample whether its log holds only a share of the requests
  void add(RequestEvent event, int step, boolean ofSample) {
    sampled |= ofSample;
    if (event.tokens().output() > 0) {
      serving.add(event.labels().upstream());
    }
    String sloClass = event.labels().sloClass();
    String tenant = tenant(event.labels().tenant());
    byTenant
        .computeIfAbsent(sloClass, any -> new TreeMap<>())
        .computeIfAbsent(tenant, any -> new Rollup(BITS))
        .add(event);
    bySteps
        .computeIfAbsent(sloClass, any -> new TreeMap<>())
        .computeIfAbsent(step, any -> new Rollup(BITS))
        .add(event);
  }

  /// Adds a roll-up of an SLO class and tenant.
  void add(String sloClass, String name, int step, Rollup sums) {
    byTenant
        .computeIfAbsent(sloClass, any -> new TreeMap<>())
        .computeIfAbsent(tenant(name), any -> new Rollup(BITS))
        .addAll(sums);
    bySteps
        .computeIfAbsent(sloClass, any -> new TreeMap<>())
        .computeIfAbsent(step, any -> new Rollup(BITS))
        .addAll(sums);
  }

  private String tenant(String name) {
    if (tenants.contains(name) || tenants.size() < MAX_TENANTS) {
      tenants.add(name);
      return name;
    }
    return TrafficLabels.OTHER;
  }

  void addEnergy(String upstream, double joules, double knownSeconds) {
    energy.merge(upstream, new Energy(joules, knownSeconds), Energy::plus);
  }

  /// Returns the energy of each upstream whose power was read.
  public SortedMap<String, Energy> energy() {
    return Collections.unmodifiableSortedMap(energy);
  }

  /// Returns the upstreams that sent output tokens.
  public SortedSet<String> serving() {
    return Collections.unmodifiableSortedSet(serving);
  }

  void addLogged(Duration more) {
    logged = logged.plus(more);
  }

  /// Returns how long a log was written in the period. Time in which several gateways wrote one
  /// counts once.
  public long loggedSeconds() {
    return logged.toSeconds();
  }

  /// Returns whether requests are missing, because a log holds only a share of them.
  public boolean sampled() {
    return sampled;
  }

  /// Returns the sums of all requests.
  public Rollup all() {
    Rollup all = new Rollup(BITS);
    byTenant.values().forEach(each -> each.values().forEach(all::addAll));
    return all;
  }

  /// Returns the sums of an SLO class; empty sums if it had no requests.
  public Rollup ofClass(String sloClass) {
    Rollup all = new Rollup(BITS);
    byTenant.getOrDefault(sloClass, new TreeMap<>()).values().forEach(all::addAll);
    return all;
  }

  /// Returns the sums of an SLO class by tenant.
  public SortedMap<String, Rollup> tenants(String sloClass) {
    return byTenant.getOrDefault(sloClass, new TreeMap<>());
  }

  /// Returns the sums of all classes by tenant.
  public SortedMap<String, Rollup> tenants() {
    SortedMap<String, Rollup> all = new TreeMap<>();
    byTenant
        .values()
        .forEach(each ->
            each.forEach((tenant, sums) ->
                all.computeIfAbsent(tenant, any -> new Rollup(BITS)).addAll(sums)));
    return all;
  }

  SortedMap<Integer, Rollup> steps(String sloClass) {
    return bySteps.getOrDefault(sloClass, new TreeMap<>());
  }
}
