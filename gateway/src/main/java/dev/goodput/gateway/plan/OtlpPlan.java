package dev.goodput.gateway.plan;

import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// An OpenTelemetry collector that is sent metrics and traces, over HTTP.
///
/// @param endpoint its base; `/v1/metrics` and `/v1/traces` come below it
/// @param headers set in every request, keys among them
/// @param everyNanos between two exports of metrics
/// @param metrics whether it is sent metrics
/// @param histograms the buckets that these have
/// @param traceShare of the exchanges whose spans it is sent; 0 for none
/// @param resource attributes of whoever sends, beside or in the place of the usual ones
public record OtlpPlan(
    URI endpoint,
    List<ExtraHeader> headers,
    long everyNanos,
    boolean metrics,
    Histograms histograms,
    double traceShare,
    SortedMap<String, String> resource) {
  /// Which buckets histograms have, as backends differ in what they take.
  public enum Histograms {
    /// Those of the page for Prometheus.
    EXPLICIT("explicit"),
    /// Exponential ones, finer.
    EXPONENTIAL("exponential");

    private final String word;

    Histograms(String word) {
      this.word = word;
    }

    /// As `gateway.yaml` has it.
    public String word() {
      return word;
    }
  }

  /// Copies the collections.
  ///
  /// @throws PlanException for a time or a share out of range
  public OtlpPlan {
    headers = List.copyOf(headers);
    resource = Collections.unmodifiableSortedMap(new TreeMap<>(resource));
    Checks.secondsAtLeast("every", 1, everyNanos);
    if (!(traceShare >= 0 && traceShare <= 1)) {
      throw new PlanException("traces", "must be a share from 0 to 1, found " + traceShare);
    }
  }

  /// Metrics every 10 s with explicit buckets, and spans of all exchanges.
  ///
  /// @throws PlanException where it is not `http` or `https` with a host
  public static OtlpPlan to(String endpoint) {
    return new OtlpPlan(
        readEndpoint(endpoint),
        List.of(),
        10_000_000_000L,
        true,
        Histograms.EXPLICIT,
        1,
        new TreeMap<>());
  }

  /// Reads what a user typed as the endpoint.
  ///
  /// @throws PlanException where it is not `http` or `https` with a host
  public static URI readEndpoint(String typed) {
    try {
      return Upstream.readUrl(typed);
    } catch (PlanException e) {
      throw new PlanException("endpoint", e.problem());
    }
  }
}
