package dev.goodput.metrics.traffic;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.metrics.result.Goodput;
import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.Rates;
import dev.goodput.metrics.result.Reading;
import dev.goodput.metrics.stream.LatencyMetric;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The exchanges that ended in the last minute, five minutes or hour.
///
/// A window advances in steps of a part of its length, so it covers a little less than its nominal
/// length; rates are over the time that it covers.
///
/// @param nominalSeconds its nominal length
/// @param seconds the time that it covers
/// @param counts counts of the exchanges in it
/// @param latencies distributions by metric, only those with values; milliseconds, or tokens
/// @param unplaced values that percentiles lack because the memory for them was used up
/// @param tooShort whether it is shorter than twice the mean end-to-end latency, so that chance
///   decides which responses end in it; rates, including those of goodput and cost, are then absent
/// @param rates rates by direction: of the exchanges that ended in it, with all their tokens
/// @param errorRate failures ÷ requests, absent without requests
/// @param tokenErrorRate output tokens of failed exchanges ÷ all, absent without tokens
/// @param availability share of the 10-s slices in which a request ended that have a success and an
///   error rate of at most 5 %; absent without such slices
/// @param goodput the goodput family over all SLO classes, absent without SLOs
/// @param goodputs the goodput family by SLO class
/// @param reading reading of the responses; absent if nothing streamed
/// @param burstIndex share of the tokens of `ok` streams that arrived within 1 ms of the one
///   before; absent without tokens
/// @param cost infrastructure cost per unit of traffic; absent if no upstream has a cost
/// @param abandonment TTFT including clients that left
public record TrafficWindow(
    long nominalSeconds,
    double seconds,
    TrafficCounts counts,
    Map<LatencyMetric, Distribution> latencies,
    long unplaced,
    boolean tooShort,
    Rates rates,
    @Nullable Double errorRate,
    @Nullable Double tokenErrorRate,
    @Nullable Double availability,
    @Nullable Goodput goodput,
    SortedMap<String, Goodput> goodputs,
    @Nullable Reading reading,
    @Nullable Double burstIndex,
    LevelResult.@Nullable CostResult cost,
    Abandonment abandonment) {
  /// Copies the maps.
  public TrafficWindow {
    latencies = Collections.unmodifiableSortedMap(new TreeMap<>(latencies));
    goodputs = Collections.unmodifiableSortedMap(new TreeMap<>(goodputs));
  }

  /// Returns a metric's distribution; null without values.
  public @Nullable Distribution latency(LatencyMetric metric) {
    return latencies.get(metric);
  }
}
