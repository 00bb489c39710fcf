package dev.goodput.findings.saturation;

import dev.goodput.report.model.JsonObject;
import org.jspecify.annotations.Nullable;

/// One warning sign of saturation (docs/reference/saturation.md), with its evidence.
///
/// @param seen whether it was seen; null if it was not measured
/// @param load from which load on; null where it was not seen
/// @param evidence figures if it was seen; the reason if it was not measured; else empty
record WarningSign(Kind kind, @Nullable Boolean seen, @Nullable Double load, String evidence) {
  /// The kinds, in the order of docs/reference/saturation.md.
  enum Kind {
    GROWTH_SLOWS("output grows slower", "client"),
    TAIL_LEAVES_MEDIAN("p95 grows faster than p50", "client"),
    TAIL_DEGRADES("p99 degrades, p50 holds", "client"),
    GPU_AT_CEILING("GPU at its ceiling", "server"),
    MEMORY_OSCILLATES("KV cache oscillates", "server"),
    QUEUE_GROWS("queue grows", "server"),
    PREEMPTIONS_BEGIN("preemptions start", "server");

    private final String words;
    private final String side;

    Kind(String words, String side) {
      this.words = words;
      this.side = side;
    }

    /// The sign in words.
    String words() {
      return words;
    }

    WarningSign seen(double load, String evidence) {
      return new WarningSign(this, true, load, evidence);
    }

    WarningSign notSeen() {
      return new WarningSign(this, false, null, "");
    }

    WarningSign notObservable(String why) {
      return new WarningSign(this, null, null, why);
    }
  }

  /// For programs: `seen` is absent if it was not measured.
  JsonObject fields() {
    return new JsonObject()
        .constant("sign", kind)
        .text("name", kind.words)
        .text("side", kind.side)
        .flag("seen", seen)
        .number("load", load)
        .text("evidence", evidence);
  }
}
