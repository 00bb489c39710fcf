package dev.goodput.metrics.analysis;

import dev.goodput.metrics.result.Pricing;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.RequestRecord;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How a run's records are judged.
///
/// @param slo the SLO of all requests but those [RequestRecord#ofNoClass()]; null if none was
///   requested and the workload has no preset
/// @param sloClasses the objectives of a gateway's SLO classes by their names: where there is no
///   `slo`, each request is judged by that of its own class; empty for none
/// @param attainmentTarget the share of good arrivals that bounds without a percentile ask for
/// @param paceTps how fast a reader reads, in tokens per second
/// @param warmup what is cut off at the beginning
/// @param cooldownNanos what is cut off before the last start
/// @param cost the price of the measured system; null if unknown
/// @param repeated whether the levels are runs of one load, to be judged together
public record AnalysisOptions(
    @Nullable Slo slo,
    SortedMap<String, Slo> sloClasses,
    double attainmentTarget,
    double paceTps,
    Warmup warmup,
    long cooldownNanos,
    @Nullable Pricing cost,
    boolean repeated) {
  /// No SLO, 95 % attainment, a reader of 5 tokens/s, warm-up found, no cool-down, no cost, levels
  /// of different loads.
  public static final AnalysisOptions DEFAULTS =
      new AnalysisOptions(null, new TreeMap<>(), 0.95, 5, Warmup.AUTO, 0, null, false);

  /// Copies the map and checks the ranges.
  ///
  /// @throws IllegalArgumentException where a value is out of range
  public AnalysisOptions {
    sloClasses = Collections.unmodifiableSortedMap(new TreeMap<>(sloClasses));
    if (!(attainmentTarget > 0 && attainmentTarget <= 1)) {
      throw new IllegalArgumentException(
          "attainment must be above 0 and at most 1, found " + attainmentTarget);
    }
    if (!(paceTps > 0) || Double.isInfinite(paceTps)) {
      throw new IllegalArgumentException("reading pace must be above 0, found " + paceTps);
    }
    if (cooldownNanos < 0) {
      throw new IllegalArgumentException(
          "cool-down must not be negative, found ns: " + cooldownNanos);
    }
  }

  /// Returns these options with another SLO.
  public AnalysisOptions withSlo(@Nullable Slo other) {
    return new AnalysisOptions(
        other, sloClasses, attainmentTarget, paceTps, warmup, cooldownNanos, cost, repeated);
  }

  /// Returns these options with other SLO classes.
  public AnalysisOptions withSloClasses(SortedMap<String, Slo> others) {
    return new AnalysisOptions(
        slo, others, attainmentTarget, paceTps, warmup, cooldownNanos, cost, repeated);
  }

  /// Returns whether requests are judged by their classes.
  public boolean byClass() {
    return slo == null && !sloClasses.isEmpty();
  }

  /// Returns all SLOs that requests are judged by.
  public Collection<Slo> slos() {
    return slo == null ? sloClasses.values() : List.of(slo);
  }

  /// Returns those SLOs that apply to a set of classes.
  ///
  /// @param classes the SLO classes that have requests
  Collection<Slo> slos(Set<String> classes) {
    return slo == null
        ? sloClasses.entrySet().stream()
            .filter(each -> classes.contains(each.getKey()))
            .map(Map.Entry::getValue)
            .toList()
        : List.of(slo);
  }

  /// Returns all SLOs that requests are judged by, by class: the common one is that of `""`.
  SortedMap<String, Slo> judging() {
    return slo == null ? sloClasses : new TreeMap<>(Map.of("", slo));
  }

  /// Returns the class in [#judging()] that a request is judged by; null if there is none, and for
  /// a request [RequestRecord#ofNoClass()].
  @Nullable String judgedAs(RequestRecord request) {
    GatewayInfo gatewayInfo = request.passage();
    if (request.ofNoClass()) {
      return null;
    }
    if (slo != null) {
      return "";
    }
    return gatewayInfo == null || !sloClasses.containsKey(gatewayInfo.sloClass())
        ? null
        : gatewayInfo.sloClass();
  }

  /// Returns the SLO of a request: the common one, else that of its class; null if there is
  /// neither, and for a request [RequestRecord#ofNoClass()].
  public @Nullable Slo slo(RequestRecord request) {
    String name = judgedAs(request);
    if (name == null) {
      return null;
    }
    return slo == null ? sloClasses.get(name) : slo;
  }

  /// Returns these options with another attainment target.
  public AnalysisOptions withAttainmentTarget(double share) {
    return new AnalysisOptions(
        slo, sloClasses, share, paceTps, warmup, cooldownNanos, cost, repeated);
  }

  /// Returns these options with another reading speed.
  public AnalysisOptions withPaceTps(double tokensPerSecond) {
    return new AnalysisOptions(
        slo, sloClasses, attainmentTarget, tokensPerSecond, warmup, cooldownNanos, cost, repeated);
  }

  /// Returns these options with another warm-up.
  public AnalysisOptions withWarmup(Warmup other) {
    return new AnalysisOptions(
        slo, sloClasses, attainmentTarget, paceTps, other, cooldownNanos, cost, repeated);
  }

  /// Returns these options with another cool-down.
  public AnalysisOptions withCooldownNanos(long nanos) {
    return new AnalysisOptions(
        slo, sloClasses, attainmentTarget, paceTps, warmup, nanos, cost, repeated);
  }

  /// Returns these options with another cost.
  public AnalysisOptions withCost(@Nullable Pricing other) {
    return new AnalysisOptions(
        slo, sloClasses, attainmentTarget, paceTps, warmup, cooldownNanos, other, repeated);
  }

  /// Returns these options with levels as repeated runs of one load, or not.
  public AnalysisOptions withRepeated(boolean other) {
    return new AnalysisOptions(
        slo, sloClasses, attainmentTarget, paceTps, warmup, cooldownNanos, cost, other);
  }
}
