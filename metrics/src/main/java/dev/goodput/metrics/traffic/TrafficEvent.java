package dev.goodput.metrics.traffic;

/// Something that happened at a moment, told from outside or seen in an answer.
///
/// @param atNanos when
/// @param kind what
/// @param source the upstream, or whoever tells
/// @param detail a sentence, or empty
public record TrafficEvent(long atNanos, Kind kind, String source, String detail) {
  /// What can happen.
  public enum Kind {
    /// An engine's counters began anew.
    ENGINE_RESTART("engine_restart"),
    /// Another engine, which was there already, answers at its address.
    ENGINE_REPLACED("engine_replaced"),
    /// An engine or a GPU ran out of memory.
    OUT_OF_MEMORY("out_of_memory"),
    /// Successful answers end with a finish reason that no API documents.
    FINISH_REASON("finish_reason"),
    /// An upstream went out of reach.
    UPSTREAM_DOWN("upstream_down"),
    /// It came back.
    UPSTREAM_UP("upstream_up"),
    /// What an upstream's engines or GPUs say of themselves went out of reach.
    METRICS_DOWN("metrics_down"),
    /// It is read again.
    METRICS_UP("metrics_up"),
    /// Something goes wrong that is the gateway's own affair, and no upstream's.
    GATEWAY("gateway"),
    /// A configuration was taken over, or refused.
    CONFIGURATION("configuration"),
    /// What is kept on disk ended, could not be written, or went on.
    KEEPING("keeping");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /// The word in metrics and documents.
    public String word() {
      return word;
    }
  }
}
