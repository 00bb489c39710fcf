package dev.goodput.metrics.traffic;

/// The verdict whether a hop holds streams back and releases them in lumps, and the probable cause.
///
/// @param cause the likely cause, [Cause#NONE] if streams flow
/// @param evidence a sentence with figures; empty if there is too little data
/// @param streams number of streams examined
/// @param lumped number of them that arrived in lumps
/// @param lumpGapMs median gap between lumps, 0 if there are none
/// @param lumpEvents median number of content events in a lump, 0 if there are none
/// @param heldMs estimated mean delay of an event: half of a lump's gap, 0 if there are none
public record Coalescing(
    Cause cause,
    String evidence,
    long streams,
    long lumped,
    double lumpGapMs,
    double lumpEvents,
    double heldMs) {
  /// The cause of a delay.
  public enum Cause {
    /// No delay: events arrive as the engine produces them.
    NONE("none", ""),
    /// Not decided: too few streams, or too short ones.
    UNDECIDED("undecided", ""),
    /// Multiples of 4 KiB: nginx with its defaults, which speaks HTTP/1.0 and buffers.
    NGINX_BUFFERING(
        "nginx_buffering", "nginx buffers: set proxy_buffering off and proxy_http_version 1.1"),
    /// Steps of 200 ms: HAProxy, which lets the kernel wait for more data.
    HAPROXY_DELAY("haproxy_delay", "HAProxy waits for more: set option http-no-delay"),
    /// Steps of 40 ms: Nagle's algorithm against delayed acknowledgements.
    NAGLE("nagle", "Nagle against delayed acknowledgement: set TCP_NODELAY at the hop that writes"),
    /// The response arrived in one piece, or in pieces of no known pattern.
    BUFFERING("buffering", "a hop buffers the stream: look for response buffering or compression");

    private final String key;
    private final String remedy;

    Cause(String key, String remedy) {
      this.key = key;
      this.remedy = remedy;
    }

    /// Returns the key used in metrics and documents.
    public String key() {
      return key;
    }

    /// Returns the explanation and the remedy; empty if there is nothing to do.
    public String remedy() {
      return remedy;
    }

    /// Returns whether streams are held back.
    public boolean holds() {
      return this != NONE && this != UNDECIDED;
    }
  }
}
