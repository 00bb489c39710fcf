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
/// A window moves on by a part of its length at a time, so that it covers a little less than it is
/// named after; rates are over what it covers.
///
/// @param nominalSeconds what it is named after
/// @param seconds what it covers
/// @param counts what was counted in it
/// @param latencies distributions by metric, those with values; milliseconds, or tokens
/// @param unplaced values that percentiles lack as the memory for them was used up
/// @param tooShort whether it is shorter than twice the mean end-to-end latency, so that it depends
///   on chance which answers end in it; rates, those of goodput and cost too, are absent then
/// @param rates rates by direction: of the exchanges that ended in it, with all their tokens
/// @param errorRate failures ÷ requests, absent without any
/// @param tokenErrorRate output tokens of failed exchanges ÷ all, absent without any
/// @param availability share of the 10-s slices in which a request ended that have a success and an
///   error rate of at most 5 %; absent without any
/// @param goodput the goodput family over all SLO classes, absent where no SLO judges
/// @param goodputs the same by SLO class
/// @param reading how answers read; absent where nothing streamed
/// @param burstIndex share of the tokens of `ok` streams that came within 1 ms of the one before;
///   absent without any
/// @param cost infrastructure cost shared among what came; absent where no upstream has a cost
/// @param abandonment TTFT with those who left
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

  /// A metric's distribution; null without values.
  public @Nullable Distribution latency(LatencyMetric metric) {
    return latencies.get(metric);
  }
}
