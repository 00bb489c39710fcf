package dev.goodput.load;

import dev.goodput.record.Asked;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.record.Start;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.client.Exchange;

/// Composes records out of what was planned and what the wire saw.
final class Records {
  private Records() {}

  /// What every record of a level shares.
  ///
  /// @param level from 0
  /// @param streamed whether answers are asked for as streams
  /// @param start from which stamp latencies count
  record LevelFacts(int level, boolean streamed, Start start) {}

  /// One attempt that was sent; not yet known to be the last.
  static Finished of(
      LevelFacts level,
      long id,
      int attempt,
      Asked asked,
      Stamps stamps,
      Exchange exchange,
      Outcome outcome,
      int promptTokens) {
    RequestRecord record =
        new RequestRecord(
            id,
            level.level,
            attempt,
            false,
            level.streamed,
            level.start,
            asked,
            stamps,
            exchange.chunks(),
            exchange.tokens(),
            exchange.reasoningChunks(),
            outcome);
    return new Finished(record, promptTokens, exchange.text(), exchange.otherText());
  }

  /// A request that fell due and was never sent.
  static Finished unsent(
      LevelFacts level, long id, int attempt, Asked asked, Stamps stamps, String why) {
    RequestRecord record =
        new RequestRecord(
            id,
            level.level,
            attempt,
            true,
            level.streamed,
            level.start,
            asked,
            stamps,
            ChunkLog.EMPTY,
            TokenCounts.NONE,
            0,
            new Outcome.Unsent(why));
    return new Finished(record, -1, null, null);
  }

  /// The stamps of a request that was never sent.
  static Stamps neverSent(long intendedNanos, long dueNanos, long endedNanos) {
    long no = Stamps.ABSENT;
    return new Stamps(intendedNanos, dueNanos, no, no, no, no, no, no, no, no, endedNanos);
  }

  /// The same attempt, now known to be the last.
  static Finished asLast(Finished finished) {
    RequestRecord r = finished.record();
    if (r.last()) {
      return finished;
    }
    RequestRecord last =
        new RequestRecord(
            r.id(),
            r.level(),
            r.attempt(),
            true,
            r.streamed(),
            r.start(),
            r.asked(),
            r.stamps(),
            r.chunks(),
            r.tokens(),
            r.reasoningChunks(),
            r.outcome());
    return new Finished(last, finished.promptTokens(), finished.text(), finished.otherText());
  }
}
