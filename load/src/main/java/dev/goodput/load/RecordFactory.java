package dev.goodput.load;

import dev.goodput.record.ChunkLog;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import dev.goodput.wire.client.Exchange;

/// Builds records from what was planned and what was seen on the wire.
final class RecordFactory {
  private RecordFactory() {}

  /// What all records of a level share.
  ///
  /// @param level the level's number, from 0
  /// @param streamed whether streamed responses are requested
  /// @param start the stamp from which latencies count
  record LevelFacts(int level, boolean streamed, LatencyOrigin start) {}

  /// Returns the record of one attempt that was sent; not yet marked as the last.
  static FinishedRecord of(
      LevelFacts level,
      long id,
      int attempt,
      RequestSpec requested,
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
            requested,
            stamps,
            exchange.chunks(),
            exchange.tokens(),
            exchange.reasoningChunks(),
            outcome);
    return new FinishedRecord(record, promptTokens, exchange.text(), exchange.otherText());
  }

  /// Returns the record of a request that fell due and was never sent.
  static FinishedRecord unsent(
      LevelFacts level, long id, int attempt, RequestSpec requested, Stamps stamps, String why) {
    RequestRecord record =
        new RequestRecord(
            id,
            level.level,
            attempt,
            true,
            level.streamed,
            level.start,
            requested,
            stamps,
            ChunkLog.EMPTY,
            TokenCounts.NONE,
            0,
            new Outcome.Unsent(why));
    return new FinishedRecord(record, -1, null, null);
  }

  /// Returns the stamps of a request that was never sent.
  static Stamps neverSent(long intendedNanos, long dueNanos, long endedNanos) {
    long no = Stamps.ABSENT;
    return new Stamps(intendedNanos, dueNanos, no, no, no, no, no, no, no, no, endedNanos);
  }

  /// Returns the same attempt, marked as the last.
  static FinishedRecord asLast(FinishedRecord finished) {
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
            r.requested(),
            r.stamps(),
            r.chunks(),
            r.tokens(),
            r.reasoningChunks(),
            r.outcome());
    return new FinishedRecord(last, finished.promptTokens(), finished.text(), finished.otherText());
  }
}
