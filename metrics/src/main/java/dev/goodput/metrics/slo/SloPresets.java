package dev.goodput.metrics.slo;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The SLO presets.
final class SloPresets {
  private static final String BANDS = "Goodput's bands of stream quality (docs/reference/slo.md), ";
  private static final String MLPERF = "MLPerf Inference v5.1, datacenter, ";
  private static final Map<String, Slo> BY_NAME = all();

  private SloPresets() {}

  private static Map<String, Slo> all() {
    Map<String, Slo> all = new LinkedHashMap<>();
    put(
        all,
        "chat",
        "p95 ttft<=200ms, p95 tpot<=80ms",
        BANDS + "the edges of excellent TTFT and of acceptable TPOT");
    put(
        all,
        "chat-short",
        "p95 ttft<=200ms, p95 tpot<=80ms, p95 e2el<=2s",
        BANDS + "chat, and the best end-to-end latency of an answer of about 100 tokens");
    put(
        all,
        "code-completion",
        "p95 ttft<=100ms, p95 tpot<=30ms",
        BANDS + "the edges of instant TTFT and of excellent TPOT");
    put(
        all,
        "summarization",
        "p95 ttft<=3s, p95 tpot<=100ms",
        BANDS + "a long prompt's wait accepted, TPOT short of poor");
    put(
        all,
        "deep-research",
        "p95 ttft<=10s, p95 tpot<=100ms",
        BANDS + "a wait for research accepted, TPOT short of poor");
    all.put("batch", Slo.named("batch", "none on latency: output TPS and cost decide", ""));
    put(
        all,
        "realtime",
        "p99 ttft<=300ms, p99 tpot<=50ms, stall<=500ms",
        BANDS + "an answer that is spoken while it is made");
    mlperf(all, "8b", "Llama 3.1 8B", "2s", "100ms", "500ms", "30ms");
    mlperf(all, "70b", "Llama 2 70B", "2s", "200ms", "450ms", "40ms");
    mlperf(all, "405b", "Llama 3.1 405B", "6s", "175ms", "4.5s", "80ms");
    return all;
  }

  private static void mlperf(
      Map<String, Slo> all,
      String size,
      String model,
      String ttft,
      String tpot,
      String interactiveTtft,
      String interactiveTpot) {
    put(all, "mlperf-" + size, p99(ttft, tpot), MLPERF + model + ", server scenario");
    put(
        all,
        "mlperf-" + size + "-interactive",
        p99(interactiveTtft, interactiveTpot),
        MLPERF + model + ", interactive scenario");
  }

  private static String p99(String ttft, String tpot) {
    return "p99 ttft<=" + ttft + ", p99 tpot<=" + tpot;
  }

  private static void put(Map<String, Slo> all, String name, String expression, String source) {
    all.put(name, Slo.named(name, source, expression));
  }

  static @Nullable Slo find(String name) {
    return BY_NAME.get(name);
  }

  static Set<String> names() {
    return BY_NAME.keySet();
  }
}
