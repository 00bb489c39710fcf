package dev.goodput.metrics.slo;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The words for metrics in expressions: their own names, peers' names, and short forms.
final class MetricWords {
  private static final Map<String, Metric> BY_WORD = words();

  private MetricWords() {}

  private static Map<String, Metric> words() {
    Map<String, Metric> words = new LinkedHashMap<>();
    for (Metric metric : Metric.values()) {
      words.put(metric.word(), metric);
    }
    words.put("time_to_first_token", Metric.TTFT);
    words.put("time_per_output_token", Metric.TPOT);
    words.put("inter_token_latency", Metric.ITL);
    words.put("e2e", Metric.E2EL);
    words.put("latency", Metric.E2EL);
    words.put("e2e_latency", Metric.E2EL);
    words.put("request_latency", Metric.E2EL);
    words.put("ttfb", Metric.FIRST_BYTE);
    words.put("ttfa", Metric.FIRST_ANSWER);
    words.put("generation", Metric.GENERATION_TIME);
    words.put("gap", Metric.CHUNK_GAP);
    return words;
  }

  /// The metric of a word, in any case, with `-` for `_`.
  static @Nullable Metric find(String word) {
    return BY_WORD.get(word.toLowerCase(Locale.ROOT).replace('-', '_'));
  }

  static Set<String> all() {
    return BY_WORD.keySet();
  }

  static String list() {
    return Arrays.stream(Metric.values()).map(Metric::word).collect(Collectors.joining(", "));
  }
}
