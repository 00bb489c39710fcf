package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.LatencyMetric;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// The bucket boundaries that OpenTelemetry's GenAI conventions advise for the metrics derived from
/// ours (open-telemetry/semantic-conventions-genai, gen-ai-metrics). Our histograms include them,
/// so that they can be compared with other systems' histograms.
final class GenAiBoundaries {
  private static final long[] NONE = {};
  private static final long[] FIRST_TOKEN =
      millis(1, 5, 10, 20, 40, 60, 80, 100, 250, 500, 750, 1_000, 2_500, 5_000, 7_500, 10_000);
  private static final long[] PER_TOKEN =
      millis(10, 25, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1_000, 2_500);
  private static final long[] DURATION =
      millis(IntStream.range(0, 14).mapToLong(power -> 10L << power).toArray());
  private static final long[] TOKENS =
      IntStream.range(0, 14).mapToLong(power -> 1L << (2 * power)).toArray();

  private GenAiBoundaries() {}

  private static long[] millis(long... edges) {
    return Arrays.stream(edges).map(each -> each * 1_000_000).toArray();
  }

  /// Returns a metric's boundaries, in nanoseconds or tokens; none if none are advised.
  static LongStream of(LatencyMetric metric) {
    return Arrays.stream(
        switch (metric) {
          case TTFT -> FIRST_TOKEN;
          case TPOT -> PER_TOKEN;
          case E2EL, FIRST_BYTE, CHUNK_GAP -> DURATION;
          case PROMPT_TOKENS, OUTPUT_TOKENS -> TOKENS;
          default -> NONE;
        });
  }
}
