package dev.goodput.export;

import dev.goodput.metrics.server.EngineFigures;
import dev.goodput.metrics.traffic.TrafficLabels;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/// The attributes of the GenAI conventions (open-telemetry/semantic-conventions-genai) that metrics
/// and spans share.
final class GenAiAttributes {
  private static final String UNKNOWN_PROVIDER = "unknown";
  private static final UpstreamIdentity UNKNOWN = new UpstreamIdentity(UNKNOWN_PROVIDER, "", 0);

  private final Map<String, String> engines = new ConcurrentHashMap<>();
  private volatile Map<String, UpstreamIdentity> upstreams;
  private volatile long knownNanos = Long.MIN_VALUE;

  GenAiAttributes(Map<String, UpstreamIdentity> upstreams) {
    this.upstreams = upstreams;
  }

  /// Replaces the upstreams. Engine names learned for an upstream whose identity changed are
  /// forgotten, and figures from before are no longer used for learning. Thread-safe.
  synchronized void know(Map<String, UpstreamIdentity> others, long atNanos) {
    Map<String, UpstreamIdentity> before = upstreams;
    engines.keySet().removeIf(name -> !Objects.equals(before.get(name), others.get(name)));
    upstreams = Map.copyOf(others);
    knownNanos = atNanos;
  }

  /// Learns the engines' names from their own metrics pages, for upstreams whose addresses do not
  /// identify them. Thread-safe. The first name stays: if totals continued under another name, they
  /// would be counted twice.
  synchronized void update(List<EngineFigures> figures) {
    for (EngineFigures each : figures) {
      if (!each.engine().isEmpty() && each.atNanos() >= knownNanos) {
        engines.putIfAbsent(each.upstream(), each.engine());
      }
    }
  }

  /// Returns whether the engine's name of any upstream is still to be learned.
  boolean hasUnknownProviders() {
    return upstreams.entrySet().stream()
        .anyMatch(each -> provider(each.getKey(), each.getValue()).equals(UNKNOWN_PROVIDER));
  }

  private String provider(String upstream, UpstreamIdentity identity) {
    return identity.provider().equals(UNKNOWN_PROVIDER)
        ? engines.getOrDefault(upstream, UNKNOWN_PROVIDER)
        : identity.provider();
  }

  /// Returns the attributes of a series: those of the conventions, and ours that keep series apart.
  Attributes of(TrafficLabels labels) {
    AttributesBuilder all = Attributes.builder();
    identity(all, operation(labels.route()), labels.model(), labels.upstream());
    ours(all, labels);
    return all.build();
  }

  void identity(AttributesBuilder all, String operation, String model, String upstream) {
    UpstreamIdentity identity = upstreams.getOrDefault(upstream, UNKNOWN);
    all.put("gen_ai.operation.name", operation);
    all.put("gen_ai.provider.name", provider(upstream, identity));
    known(all, "gen_ai.request.model", model);
    known(all, "server.address", identity.address());
    if (identity.port() > 0) {
      all.put("server.port", identity.port());
    }
  }

  static void ours(AttributesBuilder all, TrafficLabels labels) {
    known(all, "goodput.tenant", labels.tenant());
    known(all, "goodput.route", labels.route());
    known(all, "goodput.upstream", labels.upstream());
    known(all, "goodput.slo_class", labels.sloClass());
  }

  static void known(AttributesBuilder all, String name, String value) {
    if (!value.isEmpty()) {
      all.put(name, value);
    }
  }

  /// Returns `gen_ai.operation.name` for a path. Other route names count as chat, as nearly all
  /// requests are.
  static String operation(String route) {
    if (route.endsWith("/chat/completions") || route.endsWith("/messages")) {
      return "chat";
    }
    if (route.endsWith("/completions") || route.endsWith("/generate")) {
      return "text_completion";
    }
    if (route.contains("embed")) {
      return "embeddings";
    }
    return route.contains(":generateContent") || route.contains(":streamGenerateContent")
        ? "generate_content"
        : "chat";
  }
}
