package dev.goodput.load.testing;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.client.CallListener;
import dev.goodput.wire.client.Exchange;

/// Ends of calls, with one content event or none.
final class Exchanges {
  private Exchanges() {}

  /// Ends a call at once; a successful response has one content event.
  ///
  /// @param at nanoseconds since the run's origin
  static void end(CallListener listener, long at, Outcome outcome) {
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    boolean good = outcome instanceof Outcome.Ok;
    if (good) {
      chunks.add(at, Channel.ANSWER, 1);
      listener.content(1);
    }
    listener.ended(exchange(at, good ? at : Stamps.ABSENT, at, chunks.build(), outcome));
  }

  /// Returns an exchange without content.
  ///
  /// @param sent nanoseconds since the run's origin
  static Exchange silent(long sent, long ended, Outcome outcome) {
    return exchange(sent, Stamps.ABSENT, ended, ChunkLog.EMPTY, outcome);
  }

  private static Exchange exchange(
      long sent, long word, long ended, ChunkLog chunks, Outcome outcome) {
    return new Exchange(
        sent,
        sent,
        word,
        word,
        word,
        word,
        word,
        ended,
        chunks,
        0,
        TokenCounts.NONE,
        outcome,
        "some words",
        "",
        -1);
  }
}
