package dev.goodput.metrics.traffic;

/// An event, reported from outside or detected in a response.
///
/// @param atNanos when it happened
/// @param kind what happened
/// @param source the upstream, or the component that reports it
/// @param detail a sentence, or empty
public record TrafficEvent(long atNanos, Kind kind, String source, String detail) {
  /// The kinds of events.
  public enum Kind {
    /// An engine's counters restarted.
    ENGINE_RESTART("engine_restart"),
    /// Another engine, which was already running, answers at its address.
    ENGINE_REPLACED("engine_replaced"),
    /// An engine or a GPU ran out of memory.
    OUT_OF_MEMORY("out_of_memory"),
    /// Successful responses end with a finish reason that no API documents.
    FINISH_REASON("finish_reason"),
    /// An upstream became unreachable.
    UPSTREAM_DOWN("upstream_down"),
    /// An upstream became reachable again.
    UPSTREAM_UP("upstream_up"),
    /// The metrics page of an upstream's engines or GPUs became unreachable.
    METRICS_DOWN("metrics_down"),
    /// The metrics page is read again.
    METRICS_UP("metrics_up"),
    /// A problem of the gateway itself, not of an upstream.
    GATEWAY("gateway"),
    /// A configuration was applied or rejected.
    CONFIGURATION("configuration"),
    /// Storage on disk stopped, failed or resumed.
    KEEPING("keeping");

    private final String key;

    Kind(String key) {
      this.key = key;
    }

    /// Returns the key used in metrics and documents.
    public String key() {
      return key;
    }
  }
}
