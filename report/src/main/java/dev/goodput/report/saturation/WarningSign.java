package dev.goodput.report.saturation;

import dev.goodput.report.model.JsonObject;
import org.jspecify.annotations.Nullable;

/// One warning sign of saturation (METRICS.md §7), with its evidence.
///
/// @param key the word that programs read
/// @param name in words
/// @param side who saw it, or would have
/// @param seen whether it was seen; null if it was not measured
/// @param load from which load on; null where it was not seen
/// @param evidence figures if it was seen; the reason if it was not measured; else empty
record WarningSign(
    String key,
    String name,
    Side side,
    @Nullable Boolean seen,
    @Nullable Double load,
    String evidence) {
  enum Side {
    CLIENT("client"),
    SERVER("server");

    private final String word;

    Side(String word) {
      this.word = word;
    }
  }

  /// The kinds, in METRICS.md's order.
  enum Kind {
    GROWTH_SLOWS("growth_slows", "output grows slower", Side.CLIENT),
    TAIL_LEAVES_MEDIAN("tail_leaves_median", "p95 leaves p50", Side.CLIENT),
    TAIL_DEGRADES("tail_degrades", "p99 degrades, p50 holds", Side.CLIENT),
    GPU_AT_CEILING("gpu_at_ceiling", "GPU at its ceiling", Side.SERVER),
    MEMORY_OSCILLATES("memory_oscillates", "KV cache oscillates", Side.SERVER),
    QUEUE_GROWS("queue_grows", "queue grows", Side.SERVER),
    PREEMPTIONS_BEGIN("preemptions_begin", "preemptions start", Side.SERVER);

    private final String key;
    private final String words;
    private final Side side;

    Kind(String key, String words, Side side) {
      this.key = key;
      this.words = words;
      this.side = side;
    }

    WarningSign seen(double load, String evidence) {
      return new WarningSign(key, words, side, true, load, evidence);
    }

    WarningSign notSeen() {
      return new WarningSign(key, words, side, false, null, "");
    }

    WarningSign notObservable(String why) {
      return new WarningSign(key, words, side, null, null, why);
    }
  }

  /// For programs: `seen` is absent if it was not measured.
  JsonObject fields() {
    return new JsonObject()
        .text("sign", key)
        .text("name", name)
        .text("side", side.word)
        .flag("seen", seen)
        .number("load", load)
        .text("evidence", evidence);
  }
}
