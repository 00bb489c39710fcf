package dev.goodput.export;

import dev.goodput.wire.Header;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.MaskedUrl;
import dev.goodput.wire.client.PageAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// An OTLP/HTTP collector and what to send it. Totals are cumulative since the meter started.
///
/// @param endpoint base URL, to which `/v1/metrics` and `/v1/traces` are appended
/// @param headers sent with every post, including keys; never shown
/// @param tls the trusted certificates
/// @param metrics whether to send metrics
/// @param traceShare share of exchanges to send spans for if their client does not trace them; a
///   client's own sampling decision takes precedence. 0 for no traces at all
/// @param every interval between exports of metrics
/// @param buckets the form of histograms
/// @param resource attributes of the sender, including `service.name`
/// @param upstreams identities by upstream name
public record Collector(
    URI endpoint,
    List<Header> headers,
    Tls tls,
    boolean metrics,
    double traceShare,
    Duration every,
    Buckets buckets,
    SortedMap<String, String> resource,
    SortedMap<String, UpstreamIdentity> upstreams) {
  /// The two histogram forms of OTLP.
  public enum Buckets {
    /// The same bucket boundaries as on the Prometheus page: a 1-2-5 grid, every SLO threshold, and
    /// those that the GenAI conventions advise. Every backend supports them.
    EXPLICIT,
    /// Exponential buckets of scale 4, accurate to 2.2 %, for backends that support them.
    EXPONENTIAL
  }

  /// Copies the collections.
  ///
  /// @throws IllegalArgumentException if the share or the interval is out of range
  public Collector {
    if (!(traceShare >= 0 && traceShare <= 1)) {
      throw new IllegalArgumentException("share of traces must be 0 to 1, found " + traceShare);
    }
    if (every.toMillis() < 100) {
      throw new IllegalArgumentException("exports must be at least 100 ms apart, found " + every);
    }
    headers = List.copyOf(headers);
    resource = Collections.unmodifiableSortedMap(new TreeMap<>(resource));
    upstreams = Collections.unmodifiableSortedMap(new TreeMap<>(upstreams));
  }

  /// Returns a collector that receives metrics every 10 s with explicit buckets, and the spans of
  /// all exchanges.
  public static Collector at(URI endpoint) {
    SortedMap<String, String> resource = new TreeMap<>();
    resource.put("service.name", "goodput-gateway");
    return new Collector(
        endpoint,
        List.of(),
        Tls.SYSTEM,
        true,
        1,
        Duration.ofSeconds(10),
        Buckets.EXPLICIT,
        resource,
        new TreeMap<>());
  }

  /// Returns the address for one signal.
  ///
  /// @throws dev.goodput.wire.BadSettingException if the endpoint is not `http` or `https` with a
  ///   host, or contains a password
  PageAddress address(String signal) {
    String path = endpoint.getRawPath() == null ? "" : endpoint.getRawPath();
    URI url = endpoint.resolve(path.replaceFirst("/+$", "") + "/v1/" + signal);
    List<Header> all = new ArrayList<>(headers);
    all.add(new Header("Content-Type", "application/x-protobuf"));
    all.add(new Header("Content-Encoding", "gzip"));
    return new PageAddress(url, all, null, tls);
  }

  @Override
  public String toString() {
    return "Collector[" + MaskedUrl.address(endpoint.toString()) + "]";
  }
}
