package dev.goodput.observe.export;

import java.time.Duration;

/// How hard a collector is tried.
///
/// @param post how long one post may take, its answer included
/// @param pause before a second try; it doubles from try to try, up to sixteen times as long
/// @param forAll how long one body is tried before it is given up
/// @param close how long the last bodies may hold the closing up
/// @param queued how many spans may wait
/// @param batch how many spans go together
/// @param gather how long spans wait for others
record Tries(
    Duration post,
    Duration pause,
    Duration forAll,
    Duration close,
    int queued,
    int batch,
    Duration gather) {
  /// As OTLP's specification has them: a post of 10 s, pauses from a second on.
  static final Tries USUAL =
      new Tries(
          Duration.ofSeconds(10),
          Duration.ofSeconds(1),
          Duration.ofMinutes(1),
          Duration.ofSeconds(5),
          8192,
          512,
          Duration.ofSeconds(2));

  /// The pause before a try, from 1 on: doubling, and up to half of it left to chance, so that many
  /// gateways do not come back at once.
  ///
  /// @param chance from 0 to 1
  long pauseNanos(int tries, double chance) {
    long whole = pause.toNanos() << Math.min(tries - 1, 4);
    return Math.round(whole * (1 - chance / 2));
  }
}
