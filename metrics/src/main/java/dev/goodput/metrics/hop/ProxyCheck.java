package dev.goodput.metrics.hop;

import java.util.Locale;

/// The requirements of a proxy for streams.
public enum ProxyCheck {
  /// The response's bytes arrive unchanged.
  BYTES("bytes unchanged"),
  /// It adds almost no time to the first token and to the gaps.
  DELAY("no added delay"),
  /// Each event arrives when it is written.
  COALESCING("no coalescing"),
  /// A client that leaves in mid-stream ends the work upstream.
  CANCEL_STREAMING("cancel midway"),
  /// So does a client that leaves before the first token.
  CANCEL_WAITING("cancel waiting"),
  /// A stream that the upstream closes midway does not look complete.
  CUT("cut visible"),
  /// Nor does a stream that the upstream resets midway.
  RESET("reset visible"),
  /// A 503 of the upstream is forwarded, once.
  REFUSAL("503 forwarded"),
  /// A request that the upstream accepted without responding is not silently retried.
  NO_ANSWER("no hidden retry"),
  /// An unreachable upstream is reported within a second.
  UNREACHABLE("upstream down"),
  /// A prompt of half a mebibyte comes through.
  LONG_PROMPT("long prompt"),
  /// A client that waits for `100 Continue` receives it.
  CONTINUE("100-continue"),
  /// Trailers arrive.
  TRAILERS("trailers"),
  /// A body of eight mebibytes comes through, as of images.
  LARGE_BODY("large body");

  private final String title;

  ProxyCheck(String title) {
    this.title = title;
  }

  /// What a person reads: three words at most.
  public String title() {
    return title;
  }

  /// Returns the key used in documents.
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
