package dev.goodput.metrics.hop;

import java.util.Locale;

/// What a proxy owes a stream.
public enum ProxyCheck {
  /// The answer's bytes come through as they are.
  BYTES("bytes untouched"),
  /// It adds next to no time to the first token and to the gaps.
  DELAY("no added delay"),
  /// Each event comes through when it is written.
  COALESCING("no coalescing"),
  /// Who leaves in mid-stream ends the work upstream.
  CANCEL_STREAMING("cancel midway"),
  /// Who leaves before the first token does too.
  CANCEL_WAITING("cancel waiting"),
  /// A connection that the upstream ends in mid-stream is no whole answer.
  CUT("cut stays a cut"),
  /// A connection that the upstream resets in mid-stream is none either.
  RESET("reset stays one"),
  /// A 503 of the upstream is passed on, once.
  REFUSAL("503 passed once"),
  /// A request that the upstream took and did not answer is not asked again unseen.
  NO_ANSWER("no hidden retry"),
  /// An upstream that is not there is told within a second.
  UNREACHABLE("upstream down"),
  /// A prompt of half a mebibyte comes through.
  LONG_PROMPT("long prompt"),
  /// Who asks whether to send a body is told to.
  CONTINUE("100-continue"),
  /// Headers behind a body come through.
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

  /// The word for programs.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
