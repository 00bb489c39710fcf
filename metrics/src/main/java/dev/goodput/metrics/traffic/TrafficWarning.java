package dev.goodput.metrics.traffic;

import org.jspecify.annotations.Nullable;

/// The state of one warning sign of saturation.
///
/// @param kind the kind of sign
/// @param seen whether it is present; null if it is not observable
/// @param sinceNanos since when it has been present without interruption; null if it is not
/// @param evidence figures if it is present, the reason if it is not observable, else empty
public record TrafficWarning(
    Kind kind, @Nullable Boolean seen, @Nullable Long sinceNanos, String evidence) {
  /// The kinds of signs, in the order and with the words of the saturation report.
  public enum Kind {
    /// Additional requests in flight bring fewer tokens each than before.
    GROWTH_SLOWS("growth_slows", "output grows slower"),
    /// The ratio of p95 to p50 is higher than before.
    TAIL_LEAVES_MEDIAN("tail_leaves_median", "p95 grows faster than p50"),
    /// p99 is worse than before, p50 is not.
    TAIL_DEGRADES("tail_degrades", "p99 degrades, p50 holds"),
    /// The GPU is always busy, and output does not grow.
    GPU_AT_CEILING("gpu_at_ceiling", "GPU at its ceiling"),
    /// The KV cache fills and empties repeatedly.
    MEMORY_OSCILLATES("memory_oscillates", "KV cache oscillates"),
    /// The number of waiting requests grows.
    QUEUE_GROWS("queue_grows", "queue grows"),
    /// The engine preempts requests.
    PREEMPTIONS_BEGIN("preemptions_begin", "preemptions start");

    private final String key;
    private final String words;

    Kind(String key, String words) {
      this.key = key;
      this.words = words;
    }

    /// Returns the key used in metrics and documents.
    public String key() {
      return key;
    }

    /// The warning in a few words, for people.
    public String words() {
      return words;
    }
  }
}
