package dev.goodput.export;

import java.time.Duration;

/// The retry policy for a collector.
///
/// @param post time limit for one post, including its response
/// @param pause pause before the first retry; it doubles with each retry, up to sixteen times as
///   long
/// @param forAll time limit for all attempts at one body
/// @param close how long the last bodies may delay closing
/// @param queued capacity of the span queue
/// @param batch spans per body
/// @param gather how long a span may wait for its batch to fill
record RetryPolicy(
    Duration post,
    Duration pause,
    Duration forAll,
    Duration close,
    int queued,
    int batch,
    Duration gather) {
  /// As the OTLP specification suggests: a post of 10 s, pauses from one second on.
  static final RetryPolicy DEFAULT =
      new RetryPolicy(
          Duration.ofSeconds(10),
          Duration.ofSeconds(1),
          Duration.ofMinutes(1),
          Duration.ofSeconds(5),
          8192,
          512,
          Duration.ofSeconds(2));

  /// Returns the pause before a retry, numbered from 1. It doubles each time, and up to half of it
  /// is random, so that many gateways do not retry at once.
  ///
  /// @param chance random number from 0 to 1
  long pauseNanos(int tries, double chance) {
    long whole = pause.toNanos() << Math.min(tries - 1, 4);
    return Math.round(whole * (1 - chance / 2));
  }
}
