package dev.goodput.gateway.store;

import dev.goodput.record.ChunkLog;
import dev.goodput.record.HealthSample;
import dev.goodput.record.Passage;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import org.jspecify.annotations.Nullable;

/// Puts what a gateway saw on the clock of one run directory, which begins at 0.
final class Rebased {
  private Rebased() {}

  /// @param from when the directory began, on the gateway's clock
  static RequestRecord of(RequestRecord r, long from) {
    return new RequestRecord(
        r.id(),
        0,
        r.attempt(),
        r.last(),
        r.streamed(),
        r.start(),
        r.asked(),
        of(r.stamps(), from),
        of(r.chunks(), from),
        r.tokens(),
        r.reasoningChunks(),
        r.outcome(),
        of(r.passage(), from));
  }

  static HealthSample of(HealthSample s, long from) {
    return new HealthSample(
        0,
        s.atNanos() - from,
        s.loopLagNanos(),
        s.pauseNanos(),
        s.cpuShare(),
        s.hostCpuShare(),
        s.unreadBytes(),
        s.refusedLocally(),
        s.inFlight());
  }

  private static Stamps of(Stamps s, long from) {
    return new Stamps(
        of(s.intendedNanos(), from),
        of(s.dueNanos(), from),
        of(s.dispatchedNanos(), from),
        of(s.connectedNanos(), from),
        of(s.sentNanos(), from),
        of(s.headersNanos(), from),
        of(s.firstByteNanos(), from),
        of(s.firstTokenNanos(), from),
        of(s.firstAnswerNanos(), from),
        of(s.lastTokenNanos(), from),
        of(s.endedNanos(), from));
  }

  private static @Nullable Passage of(@Nullable Passage p, long from) {
    return p == null
        ? null
        : new Passage(
            p.model(),
            p.tenant(),
            p.route(),
            p.upstream(),
            p.session(),
            p.sloClass(),
            of(p.receivedNanos(), from),
            of(p.firstWrittenNanos(), from),
            of(p.lastWrittenNanos(), from),
            p.requestBytes(),
            p.answerBytes(),
            p.parting());
  }

  private static long of(long nanos, long from) {
    return Stamps.present(nanos) ? nanos - from : nanos;
  }

  private static ChunkLog of(ChunkLog chunks, long from) {
    if (from == 0 || chunks.count() == 0) {
      return chunks;
    }
    ChunkLog.Builder builder = new ChunkLog.Builder();
    ChunkLog.Cursor cursor = chunks.cursor();
    while (cursor.next()) {
      builder.add(cursor.nanos() - from, cursor.channel(), cursor.tokens());
    }
    return builder.build();
  }
}
