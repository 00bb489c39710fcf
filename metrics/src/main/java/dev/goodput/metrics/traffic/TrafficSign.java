package dev.goodput.metrics.traffic;

import org.jspecify.annotations.Nullable;

/// A warning sign of saturation (METRICS.md §7) as it stands.
///
/// @param kind which
/// @param seen whether it is seen; null where nobody can see it
/// @param sinceNanos since when it has been seen without a break; null where it is not
/// @param evidence figures where it is seen, why not where nobody can see it, else empty
public record TrafficSign(
    Kind kind, @Nullable Boolean seen, @Nullable Long sinceNanos, String evidence) {
  /// The kinds, in METRICS.md's order, with the words of a saturation's report.
  public enum Kind {
    /// More requests in flight bring fewer tokens each than they did.
    GROWTH_SLOWS("growth_slows", "output grows slower"),
    /// p95 is farther from p50 than it was.
    TAIL_LEAVES_MEDIAN("tail_leaves_median", "p95 leaves p50"),
    /// p99 is worse than it was, p50 is not.
    TAIL_DEGRADES("tail_degrades", "p99 degrades, p50 holds"),
    /// The GPU is busy all the time, and output does not grow.
    GPU_AT_CEILING("gpu_at_ceiling", "GPU at its ceiling"),
    /// The KV cache fills and empties again and again.
    MEMORY_OSCILLATES("memory_oscillates", "KV cache oscillates"),
    /// More and more requests wait.
    QUEUE_GROWS("queue_grows", "queue grows"),
    /// The engine puts requests back.
    PREEMPTIONS_BEGIN("preemptions_begin", "preemptions begin");

    private final String word;
    private final String words;

    Kind(String word, String words) {
      this.word = word;
      this.words = words;
    }

    /// The word in metrics and documents.
    public String word() {
      return word;
    }

    /// In words.
    public String words() {
      return words;
    }
  }
}
