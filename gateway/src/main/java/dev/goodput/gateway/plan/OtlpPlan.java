package dev.goodput.gateway.plan;

import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// An OpenTelemetry collector that receives metrics and traces over HTTP.
///
/// @param endpoint the base URL, to which `/v1/metrics` and `/v1/traces` are appended
/// @param headers headers of every request; they may contain API keys
/// @param everyNanos the interval between two exports of metrics
/// @param metrics whether to send metrics
/// @param histograms the kind of histogram buckets
/// @param traceShare the share of exchanges whose spans are sent; 0 for none
/// @param resource resource attributes that add to the default ones or override them
public record OtlpPlan(
    URI endpoint,
    List<ExtraHeader> headers,
    long everyNanos,
    boolean metrics,
    Histograms histograms,
    double traceShare,
    SortedMap<String, String> resource) {
  /// A kind of histogram buckets. Backends differ in which kind they accept.
  public enum Histograms {
    /// The same buckets as on the Prometheus page.
    EXPLICIT("explicit"),
    /// Exponential buckets, which are finer.
    EXPONENTIAL("exponential");

    private final String key;

    Histograms(String key) {
      this.key = key;
    }

    /// Returns the value in `gateway.yaml`.
    public String key() {
      return key;
    }
  }

  /// Copies the collections.
  ///
  /// @throws PlanException a time or a share out of range
  public OtlpPlan {
    headers = List.copyOf(headers);
    resource = Collections.unmodifiableSortedMap(new TreeMap<>(resource));
    Checks.secondsAtLeast("every", 1, everyNanos);
    if (!(traceShare >= 0 && traceShare <= 1)) {
      throw new PlanException("traces", "must be a share from 0 to 1, found " + traceShare);
    }
  }

  /// Returns a plan with metrics every 10 s, explicit buckets, and spans of all exchanges.
  ///
  /// @throws PlanException an endpoint that is not `http` or `https` with a host
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

  /// Parses an endpoint that a user typed.
  ///
  /// @throws PlanException an endpoint that is not `http` or `https` with a host
  public static URI readEndpoint(String typed) {
    try {
      return Upstream.readUrl(typed);
    } catch (PlanException e) {
      throw new PlanException("endpoint", e.problem());
    }
  }
}
