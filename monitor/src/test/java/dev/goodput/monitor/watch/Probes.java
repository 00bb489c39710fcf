package dev.goodput.monitor.watch;

import dev.goodput.record.ChunkLog;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import java.util.List;

/// Made-up probes for tests.
final class Probes {
  static final long SECOND = 1_000_000_000;
  static final long MILLI = 1_000_000;

  private Probes() {}

  /// Returns a request that ended a second after its start.
  static RequestRecord request(long id, long atNanos, Outcome outcome) {
    long no = Stamps.ABSENT;
    boolean ok = outcome instanceof Outcome.Ok;
    Stamps stamps =
        new Stamps(
            atNanos,
            atNanos,
            atNanos,
            atNanos,
            atNanos,
            ok ? atNanos + 100 * MILLI : no,
            ok ? atNanos + 120 * MILLI : no,
            no,
            no,
            ok ? atNanos + SECOND : no,
            atNanos + SECOND);
    return new RequestRecord(
        id,
        0,
        0,
        true,
        true,
        LatencyOrigin.INTENDED,
        new RequestSpec(id, 0, 1, 32, 32),
        stamps,
        ChunkLog.EMPTY,
        TokenCounts.NONE,
        0,
        outcome);
  }

  /// Returns a probe on a ten-second grid.
  static Probe probe(long index, Outcome... outcomes) {
    long at = index * 10 * SECOND;
    return new Probe(
        index, at, List.of(outcomes).stream().map(each -> request(index, at, each)).toList());
  }
}
