package dev.goodput.metrics.traffic;

import dev.goodput.metrics.analysis.AnalysisOptions;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.slo.Slo;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The SLOs, prices and limits of a meter.
///
/// @param slos SLOs by class name; the class `""` judges requests of no other class
/// @param late the SLO that a finished response must meet so as not to be late; null for the SLO of
///   its class
/// @param attainmentTarget the share that a bound without a percentile requires
/// @param prices price lists by model name, or by a prefix and a `*` (the longest match applies);
///   the entry `""` is for all other models
/// @param hourlyCosts cost per hour of an upstream, by its name
/// @param currency currency of prices and costs
/// @param paceTps reading speed, tokens per second
/// @param labelValues the largest number of values of one label, beyond which values that are not
///   configured become `other`
/// @param seriesLimit the largest number of series, beyond which labels that clients choose become
///   `other`; raised to twice what configured upstreams and classes need, if it is less
/// @param windowBytes approximate memory limit for the windows' percentiles
/// @param known configured names by label: they are always admitted as label values, as are the
///   models, upstreams and classes named above
public record TrafficPlan(
    SortedMap<String, Slo> slos,
    @Nullable Slo late,
    double attainmentTarget,
    SortedMap<String, ModelPrice> prices,
    SortedMap<String, Double> hourlyCosts,
    String currency,
    double paceTps,
    int labelValues,
    int seriesLimit,
    long windowBytes,
    SortedMap<TrafficLabel, Set<String>> known) {
  /// The plan without SLOs and prices, and with a hundred values per label.
  public static final TrafficPlan DEFAULTS =
      new TrafficPlan(
          new TreeMap<>(),
          null,
          AnalysisOptions.DEFAULTS.attainmentTarget(),
          new TreeMap<>(),
          new TreeMap<>(),
          "USD",
          AnalysisOptions.DEFAULTS.paceTps(),
          100,
          500,
          64L << 20,
          new TreeMap<>());

  /// Copies the maps and checks the ranges.
  ///
  /// @throws IllegalArgumentException if a figure is out of range
  public TrafficPlan {
    slos = Collections.unmodifiableSortedMap(new TreeMap<>(slos));
    prices = Collections.unmodifiableSortedMap(new TreeMap<>(prices));
    hourlyCosts = Collections.unmodifiableSortedMap(new TreeMap<>(hourlyCosts));
    SortedMap<TrafficLabel, Set<String>> names = new TreeMap<>();
    known.forEach((label, of) -> names.put(label, Set.copyOf(of)));
    known = Collections.unmodifiableSortedMap(names);
    require(attainmentTarget > 0 && attainmentTarget <= 1, "attainment target", attainmentTarget);
    require(paceTps > 0 && paceTps < Double.POSITIVE_INFINITY, "reading pace", paceTps);
    require(labelValues > 0, "label values", labelValues);
    require(seriesLimit > 0, "series limit", seriesLimit);
    require(windowBytes > 0, "window bytes", (double) windowBytes);
    hourlyCosts.values().forEach(cost -> require(cost >= 0, "cost per hour", cost));
  }

  private static void require(boolean within, String name, double found) {
    if (!within) {
      throw new IllegalArgumentException(name + " is out of range, found " + found);
    }
  }

  /// Returns the plan with one more SLO class.
  public TrafficPlan withSlo(String name, Slo slo) {
    return new TrafficPlan(
        and(slos, name, slo),
        late,
        attainmentTarget,
        prices,
        hourlyCosts,
        currency,
        paceTps,
        labelValues,
        seriesLimit,
        windowBytes,
        known);
  }

  /// Returns the plan with another definition of late.
  public TrafficPlan withLate(@Nullable Slo value) {
    return new TrafficPlan(
        slos,
        value,
        attainmentTarget,
        prices,
        hourlyCosts,
        currency,
        paceTps,
        labelValues,
        seriesLimit,
        windowBytes,
        known);
  }

  /// Returns the plan with the price list of one more model.
  public TrafficPlan withPrice(String model, ModelPrice price) {
    return new TrafficPlan(
        slos,
        late,
        attainmentTarget,
        and(prices, model, price),
        hourlyCosts,
        currency,
        paceTps,
        labelValues,
        seriesLimit,
        windowBytes,
        known);
  }

  /// Returns the plan with the hourly cost of one more upstream.
  public TrafficPlan withHourlyCost(String upstream, double perHour) {
    return new TrafficPlan(
        slos,
        late,
        attainmentTarget,
        prices,
        and(hourlyCosts, upstream, perHour),
        currency,
        paceTps,
        labelValues,
        seriesLimit,
        windowBytes,
        known);
  }

  /// Returns the plan with the configured names of one more label.
  public TrafficPlan withKnown(TrafficLabel label, Set<String> names) {
    return new TrafficPlan(
        slos,
        late,
        attainmentTarget,
        prices,
        hourlyCosts,
        currency,
        paceTps,
        labelValues,
        seriesLimit,
        windowBytes,
        and(known, label, names));
  }

  /// Returns the plan with more configured names; the existing ones stay.
  TrafficPlan withAdditionalNames(SortedMap<TrafficLabel, Set<String>> names) {
    TrafficPlan more = this;
    for (Map.Entry<TrafficLabel, Set<String>> each : names.entrySet()) {
      Set<String> all = new HashSet<>(known.getOrDefault(each.getKey(), Set.of()));
      all.addAll(each.getValue());
      more = more.withKnown(each.getKey(), all);
    }
    return more;
  }

  /// Returns the configured upstreams, by name.
  public SortedSet<String> upstreams() {
    SortedSet<String> names = new TreeSet<>(known.getOrDefault(TrafficLabel.UPSTREAM, Set.of()));
    names.addAll(hourlyCosts.keySet());
    return names;
  }

  /// Returns the plan with other limits.
  public TrafficPlan withCaps(int values, int series, long bytes) {
    return new TrafficPlan(
        slos,
        late,
        attainmentTarget,
        prices,
        hourlyCosts,
        currency,
        paceTps,
        values,
        series,
        bytes,
        known);
  }

  private static <K extends Comparable<? super K>, V> SortedMap<K, V> and(
      SortedMap<K, V> map, K key, V value) {
    SortedMap<K, V> more = new TreeMap<>(map);
    more.put(key, value);
    return more;
  }

  /// Returns the class that judges a request of this class; null if there is none.
  @Nullable String judgedAs(String sloClass) {
    if (slos.containsKey(sloClass)) {
      return sloClass;
    }
    return slos.containsKey("") ? "" : null;
  }

  /// Returns a model's price list; null if it has none.
  @Nullable ModelPrice price(String model) {
    ModelPrice own = prices.get(model);
    return own == null ? prices.get(pattern(model)) : own;
  }

  /// Returns the longest pattern that matches a model; `""` if none does.
  private String pattern(String model) {
    return prices.keySet().stream()
        .filter(key -> key.endsWith("*") && model.startsWith(key.substring(0, key.length() - 1)))
        .max(Comparator.comparingInt(String::length))
        .orElse("");
  }
}
