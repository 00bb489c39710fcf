package dev.goodput.monitor.gateway;

import dev.goodput.export.UpstreamIdentity;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.wire.client.BaseUrl;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The identities of upstreams in the terms of the GenAI semantic conventions, as far as their
/// addresses show them.
final class UpstreamIdentities {
  /// Values of the conventions, by host name suffix.
  private static final Map<String, String> HOSTED =
      Map.ofEntries(
          Map.entry("api.openai.com", "openai"),
          Map.entry("openai.azure.com", "azure.ai.openai"),
          Map.entry("inference.ai.azure.com", "azure.ai.inference"),
          Map.entry("api.anthropic.com", "anthropic"),
          Map.entry("generativelanguage.googleapis.com", "gcp.gemini"),
          Map.entry("aiplatform.googleapis.com", "gcp.vertex_ai"),
          Map.entry("amazonaws.com", "aws.bedrock"),
          Map.entry("api.mistral.ai", "mistral_ai"),
          Map.entry("api.deepseek.com", "deepseek"),
          Map.entry("api.groq.com", "groq"),
          Map.entry("api.x.ai", "x_ai"),
          Map.entry("api.perplexity.ai", "perplexity"),
          Map.entry("api.cohere.com", "cohere"));

  /// Engine names that people use in host and upstream names.
  private static final List<String> ENGINES =
      List.of("vllm", "sglang", "ollama", "llama.cpp", "tgi", "trtllm", "lmdeploy");

  private UpstreamIdentities() {}

  /// Returns the identities of all upstreams, by name.
  static SortedMap<String, UpstreamIdentity> of(List<Upstream> upstreams) {
    SortedMap<String, UpstreamIdentity> all = new TreeMap<>();
    upstreams.forEach(upstream -> all.put(upstream.name(), of(upstream)));
    return all;
  }

  private static UpstreamIdentity of(Upstream upstream) {
    URI url = upstream.url();
    String host = BaseUrl.host(url).toLowerCase(Locale.ROOT);
    return new UpstreamIdentity(
        provider(host, upstream.name().toLowerCase(Locale.ROOT)), host, BaseUrl.port(url));
  }

  private static String provider(String host, String name) {
    for (Map.Entry<String, String> hosted : HOSTED.entrySet()) {
      if (host.equals(hosted.getKey()) || host.endsWith("." + hosted.getKey())) {
        return hosted.getValue();
      }
    }
    for (String engine : ENGINES) {
      if (host.contains(engine) || name.contains(engine)) {
        return engine;
      }
    }
    return "unknown";
  }
}
