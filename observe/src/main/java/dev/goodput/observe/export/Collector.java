package dev.goodput.observe.export;

import dev.goodput.wire.Header;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.PageAddress;
import dev.goodput.wire.client.SafeUrl;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Whoever takes OTLP over HTTP, and what it is sent. Totals are cumulative since the meter began.
///
/// @param endpoint its base; `/v1/metrics` and `/v1/traces` come below it
/// @param headers sent with every post, keys among them; never told
/// @param tls whom to trust
/// @param metrics whether it is sent metrics
/// @param traceShare of the exchanges whose spans it is sent where their client traces nothing; a
///   client's own choice goes before. 0 for no traces at all
/// @param every from one export of metrics to the next
/// @param buckets which histograms it is sent
/// @param resource attributes of whoever sends, `service.name` among them
/// @param upstreams by name
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
  /// The two forms of histograms of OTLP.
  public enum Buckets {
    /// Edges as on the page: a 1-2-5 grid, every threshold of an SLO, and those that the GenAI
    /// conventions advise. Every backend takes them.
    EXPLICIT,
    /// Exponential buckets of scale 4, within 2.2 %: for backends that take them.
    EXPONENTIAL
  }

  /// Copies the collections.
  ///
  /// @throws IllegalArgumentException for a share or a time out of range
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

  /// Metrics every 10 s with explicit buckets, and the spans of all exchanges.
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

  /// Where one signal goes.
  ///
  /// @throws dev.goodput.wire.BadSettingException where the endpoint is not `http` or `https` with
  ///   a host, or carries a password
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
    return "Collector[" + SafeUrl.address(endpoint.toString()) + "]";
  }
}
