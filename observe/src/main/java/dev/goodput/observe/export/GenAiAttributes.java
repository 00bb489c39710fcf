package dev.goodput.observe.export;

import dev.goodput.metrics.traffic.EngineFigures;
import dev.goodput.metrics.traffic.TrafficLabels;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/// Attributes of the GenAI conventions (open-telemetry/semantic-conventions-genai) that metrics and
/// spans share.
final class GenAiAttributes {
  private static final String UNKNOWN_PROVIDER = "unknown";
  private static final UpstreamIdentity UNKNOWN = new UpstreamIdentity(UNKNOWN_PROVIDER, "", 0);

  private final Map<String, String> engines = new ConcurrentHashMap<>();
  private volatile Map<String, UpstreamIdentity> upstreams;
  private volatile long knownNanos = Long.MIN_VALUE;

  GenAiAttributes(Map<String, UpstreamIdentity> upstreams) {
    this.upstreams = upstreams;
  }

  /// Others are asked from now on; what was learned of those at another address is forgotten, and
  /// what was seen before tells nothing of them. From any thread.
  synchronized void know(Map<String, UpstreamIdentity> others, long atNanos) {
    Map<String, UpstreamIdentity> before = upstreams;
    engines.keySet().removeIf(name -> !Objects.equals(before.get(name), others.get(name)));
    upstreams = Map.copyOf(others);
    knownNanos = atNanos;
  }

  /// Takes in what engines are called by their own pages, for upstreams whose addresses do not
  /// tell; from any thread. The first name stays: totals that went on by another would be counted
  /// twice.
  synchronized void learn(List<EngineFigures> told) {
    for (EngineFigures each : told) {
      if (!each.engine().isEmpty() && each.atNanos() >= knownNanos) {
        engines.putIfAbsent(each.upstream(), each.engine());
      }
    }
  }

  /// Whether any upstream has no name yet that an engine could tell.
  boolean wantsToLearn() {
    return upstreams.entrySet().stream()
        .anyMatch(each -> provider(each.getKey(), each.getValue()).equals(UNKNOWN_PROVIDER));
  }

  private String provider(String upstream, UpstreamIdentity identity) {
    return identity.provider().equals(UNKNOWN_PROVIDER)
        ? engines.getOrDefault(upstream, UNKNOWN_PROVIDER)
        : identity.provider();
  }

  /// The attributes of a series: those of the conventions, and ours that keep series apart.
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

  /// `gen_ai.operation.name` of a path. A route that is named otherwise is taken for a chat, as
  /// nearly all are.
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
