package dev.goodput.simulator.http;

import dev.goodput.simulator.engine.EngineStats;
import dev.goodput.simulator.profile.EngineProfile;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/// The metrics of the `/metrics` page, with vLLM's names, units and bucket boundaries, on the
/// engine's own clock.
///
/// Differences from vLLM: no `_created` series, and requests whose client left count under
/// `finished_reason="abort"`.
final class ServerMetrics {
  private static final double NANOS = 1e9;

  private final Histogram timeToFirstToken =
      new Histogram(
          .001, .005, .01, .02, .04, .06, .08, .1, .25, .5, .75, 1, 2.5, 5, 7.5, 10, 20, 40, 80,
          160, 640, 2560);
  private final Histogram interTokenLatency = tokenTimes();
  private final Histogram timePerOutputToken = tokenTimes();
  private final Histogram endToEnd = requestTimes();
  private final Histogram queue = requestTimes();
  private final Histogram prefill = requestTimes();
  private final Histogram decode = requestTimes();
  private final Histogram inference = requestTimes();
  private final Histogram promptTokens = tokenCounts();
  private final Histogram generationTokens = tokenCounts();
  private final Map<String, Long> finished =
      new TreeMap<>(Map.of("stop", 0L, "length", 0L, "abort", 0L, "error", 0L));
  private final String labels;

  ServerMetrics(String model) {
    labels = "engine=\"0\",model_name=" + Json.quoted(model);
  }

  /// Notes that the engine emitted a token of this response.
  void token(CompletionTimestamps stamps, boolean first, long nanos) {
    if (first) {
      stamps.firstNanos = nanos;
      timeToFirstToken.add((nanos - stamps.arrivedNanos) / NANOS);
    } else {
      interTokenLatency.add((nanos - stamps.lastNanos) / NANOS);
    }
    stamps.lastNanos = nanos;
  }

  /// Notes that the engine emitted the last token of this response.
  void finished(Completion completion, int tokens) {
    CompletionTimestamps stamps = completion.stamps();
    finished.merge(completion.finishReason(), 1L, Long::sum);
    endToEnd.add((stamps.lastNanos - stamps.arrivedNanos) / NANOS);
    queue.add((stamps.scheduledNanos - stamps.arrivedNanos) / NANOS);
    prefill.add((stamps.firstNanos - stamps.scheduledNanos) / NANOS);
    decode.add((stamps.lastNanos - stamps.firstNanos) / NANOS);
    inference.add((stamps.lastNanos - stamps.scheduledNanos) / NANOS);
    promptTokens.add(completion.ask().prompt().tokens());
    generationTokens.add(tokens);
    if (tokens > 1) {
      timePerOutputToken.add((stamps.lastNanos - stamps.firstNanos) / NANOS / (tokens - 1));
    }
  }

  /// Notes that a client left before the end of its response.
  void aborted() {
    finished.merge("abort", 1L, Long::sum);
  }

  /// Renders all series in the Prometheus text format.
  String render(EngineStats stats, EngineProfile profile, long lagNanos) {
    StringBuilder out = new StringBuilder(16_384);
    gauge(out, "vllm:num_requests_running", "Requests in the running list.", stats.running());
    gauge(out, "vllm:num_requests_waiting", "Requests in the queue.", stats.waiting());
    gauge(out, "vllm:kv_cache_usage_perc", "Share of KV blocks in use, 0 to 1.", stats.kvUsage());
    counter(
        out,
        "vllm:prefix_cache_queries",
        "Prompt tokens looked for in the prefix cache.",
        stats.prefixQueryTokens());
    counter(
        out,
        "vllm:prefix_cache_hits",
        "Prompt tokens found in the prefix cache.",
        stats.prefixHitTokens());
    counter(out, "vllm:num_preemptions", "Preemptions.", stats.preemptions());
    counter(out, "vllm:prompt_tokens", "Prompt tokens processed.", stats.promptTokens());
    counter(out, "vllm:generation_tokens", "Tokens generated.", stats.generationTokens());
    finishedRequests(out);
    histograms(out);
    cacheInfo(out, stats, profile);
    gauge(
        out,
        "goodput:simulator_lag_seconds",
        "Most that the real clock was behind the engine's schedule.",
        lagNanos / NANOS);
    counter(
        out,
        "goodput:recomputed_tokens",
        "Tokens computed again after a preemption.",
        stats.recomputedTokens());
    return out.toString();
  }

  private void histograms(StringBuilder out) {
    write(out, timeToFirstToken, "time_to_first_token_seconds", "Arrival to first token.");
    write(out, interTokenLatency, "inter_token_latency_seconds", "Token to token.");
    write(
        out,
        timePerOutputToken,
        "request_time_per_output_token_seconds",
        "Mean time per output token of a request.");
    write(out, endToEnd, "e2e_request_latency_seconds", "Arrival to last token.");
    write(out, queue, "request_queue_time_seconds", "Arrival to admission.");
    write(out, prefill, "request_prefill_time_seconds", "Admission to first token.");
    write(out, decode, "request_decode_time_seconds", "First to last token.");
    write(out, inference, "request_inference_time_seconds", "Admission to last token.");
    write(out, promptTokens, "request_prompt_tokens", "Prompt tokens of a request.");
    write(out, generationTokens, "request_generation_tokens", "Generated tokens of a request.");
  }

  private void write(StringBuilder out, Histogram histogram, String name, String help) {
    histogram.write(out, "vllm:" + name, help, labels);
  }

  private void finishedRequests(StringBuilder out) {
    head(out, "vllm:request_success_total", "Requests that ended, by reason.", "counter");
    finished.forEach((reason, count) ->
        out.append("vllm:request_success_total{")
            .append(labels)
            .append(",finished_reason=\"")
            .append(reason)
            .append("\"} ")
            .append((double) count)
            .append('\n'));
  }

  private void cacheInfo(StringBuilder out, EngineStats stats, EngineProfile profile) {
    head(out, "vllm:cache_config_info", "The KV cache's settings.", "gauge");
    out.append("vllm:cache_config_info{")
        .append("block_size=\"")
        .append(EngineProfile.BLOCK_TOKENS)
        .append("\",enable_prefix_caching=\"")
        .append(profile.limits().prefixCaching() ? "True" : "False")
        .append("\",engine=\"0\",num_gpu_blocks=\"")
        .append(stats.blocks())
        .append("\"} 1.0\n");
  }

  private void gauge(StringBuilder out, String name, String help, double value) {
    head(out, name, help, "gauge");
    out.append(name).append('{').append(labels).append("} ").append(value).append('\n');
  }

  private void counter(StringBuilder out, String name, String help, long value) {
    String total = name + "_total";
    head(out, total, help, "counter");
    out.append(total).append('{').append(labels).append("} ").append((double) value).append('\n');
  }

  private static void head(StringBuilder out, String name, String help, String type) {
    out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private static Histogram tokenTimes() {
    return new Histogram(
        .01, .025, .05, .075, .1, .15, .2, .3, .4, .5, .75, 1, 2.5, 5, 7.5, 10, 20, 40, 80);
  }

  private static Histogram requestTimes() {
    return new Histogram(
        .3, .5, .8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960, 1920, 7680);
  }

  private static Histogram tokenCounts() {
    return new Histogram(
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000);
  }

  /// A cumulative histogram with fixed upper edges, in Prometheus' format.
  private static final class Histogram {
    private final double[] edges;
    private final long[] counts;
    private double sum;
    private long count;

    Histogram(double... edges) {
      this.edges = edges;
      counts = new long[edges.length + 1];
    }

    void add(double value) {
      int at = Arrays.binarySearch(edges, value);
      counts[at >= 0 ? at : -at - 1]++;
      sum += value;
      count++;
    }

    void write(StringBuilder out, String name, String help, String labels) {
      out.append("# HELP ").append(name).append(' ').append(help).append('\n');
      out.append("# TYPE ").append(name).append(" histogram\n");
      long cumulative = 0;
      for (int i = 0; i < counts.length; i++) {
        cumulative += counts[i];
        String edge = i == edges.length ? "+Inf" : Double.toString(edges[i]);
        out.append(name).append("_bucket{").append(labels).append(",le=\"").append(edge);
        out.append("\"} ").append((double) cumulative).append('\n');
      }
      out.append(name).append("_count{").append(labels).append("} ").append((double) count);
      out.append('\n').append(name).append("_sum{").append(labels).append("} ").append(sum);
      out.append('\n');
    }
  }
}
