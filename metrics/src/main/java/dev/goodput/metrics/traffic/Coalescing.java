package dev.goodput.metrics.traffic;

/// Whether a hop holds streams back and lets them go in lumps, and what it probably is.
///
/// @param cause the likely cause, [Cause#NONE] where streams flow
/// @param evidence figures in words; empty where too little was seen
/// @param streams how many streams this rests on
/// @param lumped how many of them came in lumps
/// @param lumpGapMs median gap between lumps, 0 where none
/// @param lumpEvents median content events in a lump, 0 where none
/// @param heldMs about how long an event was held on average: half a lump's gap, 0 where none
public record Coalescing(
    Cause cause,
    String evidence,
    long streams,
    long lumped,
    double lumpGapMs,
    double lumpEvents,
    double heldMs) {
  /// What holds streams back.
  public enum Cause {
    /// Nothing: events come as an engine makes them.
    NONE("none", ""),
    /// Too few streams, or too short ones, to tell.
    UNTOLD("untold", ""),
    /// Whole steps of 4 KiB: nginx with its defaults, which speaks HTTP/1.0 and buffers.
    NGINX_BUFFERING(
        "nginx_buffering", "nginx buffers: set proxy_buffering off and proxy_http_version 1.1"),
    /// Steps of 200 ms: HAProxy, which asks the kernel to wait for more.
    HAPROXY_DELAY("haproxy_delay", "HAProxy waits for more: set option http-no-delay"),
    /// Steps of 40 ms: Nagle's algorithm against delayed acknowledgements.
    NAGLE("nagle", "Nagle against delayed acknowledgement: set TCP_NODELAY at the hop that writes"),
    /// The answer came in one piece, or in pieces of no known pattern.
    BUFFERING("buffering", "a hop buffers the stream: look for response buffering or compression");

    private final String word;
    private final String remedy;

    Cause(String word, String remedy) {
      this.word = word;
      this.remedy = remedy;
    }

    /// The word in metrics and documents.
    public String word() {
      return word;
    }

    /// What it is and what to do; empty where there is nothing to do.
    public String remedy() {
      return remedy;
    }

    /// Whether it holds streams back.
    public boolean holds() {
      return this != NONE && this != UNTOLD;
    }
  }
}
