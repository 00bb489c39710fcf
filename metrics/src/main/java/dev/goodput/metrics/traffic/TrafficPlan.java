package dev.goodput.metrics.traffic;

import dev.goodput.metrics.analysis.AnalysisOptions;
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

/// What a meter judges and prices by, and how much it may hold.
///
/// @param slos SLOs by the name of their class; the class `""` judges whoever has none of these
/// @param late an SLO that a finished answer must keep so as not to be late; null: that of its
///   class
/// @param attainmentTarget the share that a bound without a percentile asks for
/// @param prices price lists by model, or by the begin of its name and a `*`, of which the longest
///   counts; that of `""` is for all other models
/// @param hourlyCosts cost of an hour of an upstream, by its name
/// @param currency of prices and costs
/// @param paceTps the reader's pace, tokens per second
/// @param labelValues the most values of one label, beyond which all are `other` that are not
///   configured
/// @param seriesLimit the most series, beyond which what clients name is `other`; where it is less
///   than twice what upstreams and classes that are configured need, it is twice that
/// @param windowBytes about how much memory the windows' percentiles may take
/// @param known names that are configured, by label: they have their place among a label's values
///   whoever comes first; so have models, upstreams and classes that are named above
public record TrafficPlan(
    SortedMap<String, Slo> slos,
    @Nullable Slo late,
    double attainmentTarget,
    SortedMap<String, TokenPrice> prices,
    SortedMap<String, Double> hourlyCosts,
    String currency,
    double paceTps,
    int labelValues,
    int seriesLimit,
    long windowBytes,
    SortedMap<TrafficLabel, Set<String>> known) {
  /// No SLO and no price; a hundred values a label.
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
  /// @throws IllegalArgumentException where a figure is out of range
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

  /// The same with one more SLO class.
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

  /// The same by another measure of what is late.
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

  /// The same with the price list of one more model.
  public TrafficPlan withPrice(String model, TokenPrice price) {
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

  /// The same with the hourly cost of one more upstream.
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

  /// The same with names of one more label that are configured.
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

  /// The same with more names that are configured; those that it knows stay.
  TrafficPlan withMoreKnown(SortedMap<TrafficLabel, Set<String>> names) {
    TrafficPlan more = this;
    for (Map.Entry<TrafficLabel, Set<String>> each : names.entrySet()) {
      Set<String> all = new HashSet<>(known.getOrDefault(each.getKey(), Set.of()));
      all.addAll(each.getValue());
      more = more.withKnown(each.getKey(), all);
    }
    return more;
  }

  /// The configured upstreams, by name.
  public SortedSet<String> upstreams() {
    SortedSet<String> names = new TreeSet<>(known.getOrDefault(TrafficLabel.UPSTREAM, Set.of()));
    names.addAll(hourlyCosts.keySet());
    return names;
  }

  /// The same with other caps.
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

  /// The class that a request of that class is judged by; null where none is.
  @Nullable String judgedAs(String sloClass) {
    if (slos.containsKey(sloClass)) {
      return sloClass;
    }
    return slos.containsKey("") ? "" : null;
  }

  /// A model's price list; null where it has none.
  @Nullable TokenPrice price(String model) {
    TokenPrice own = prices.get(model);
    return own == null ? prices.get(pattern(model)) : own;
  }

  /// The longest pattern that a model is of; `""` where it is of none.
  private String pattern(String model) {
    return prices.keySet().stream()
        .filter(key -> key.endsWith("*") && model.startsWith(key.substring(0, key.length() - 1)))
        .max(Comparator.comparingInt(String::length))
        .orElse("");
  }
}
