package dev.goodput.runner.report;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.HealthSample;
import dev.goodput.record.LatencyOrigin;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.Manifest;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RequestSpec;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunLogWriter;
import dev.goodput.record.Stamps;
import dev.goodput.record.TokenCounts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A run that is written by hand: one request each 100 ms, on one level or several.
public final class WrittenRun {
  private static final long MILLI = 1_000_000;

  private final List<LogEntry> entries = new ArrayList<>();
  private int level;
  private long requests;
  private long counted = -1;

  public WrittenRun() {
    begin();
  }

  private void begin() {
    entries.add(new LevelStarted(level, requests * 100 * MILLI, "constant", "", 10, 0, 0));
  }

  private LevelEnded end() {
    long last = requests * 100 * MILLI + 50 * MILLI;
    return new LevelEnded(level, last, LevelEnded.Ending.COMPLETE, counted, 0);
  }

  public WrittenRun requests(int count, Outcome outcome) {
    for (int i = 0; i < count; i++) {
      entries.add(request(requests++, outcome));
    }
    return this;
  }

  public WrittenRun nextLevel() {
    entries.add(end());
    requests++;
    level++;
    begin();
    return this;
  }

  /// The load engine's own count contradicts the records.
  public WrittenRun miscounted() {
    counted = 1;
    return this;
  }

  /// The client was late by a second, just now.
  public WrittenRun lagging() {
    entries.add(
        new HealthSample(
            level,
            (requests - 1) * 100 * MILLI,
            List.of(1_000 * MILLI),
            List.of(),
            0.9,
            0.9,
            0,
            0,
            1));
    return this;
  }

  public List<LogEntry> log() {
    List<LogEntry> log = new ArrayList<>(entries);
    log.add(end());
    return log;
  }

  public RunDirectory in(Path directory) {
    return in(directory, Manifest.empty());
  }

  public RunDirectory in(Path directory, Manifest manifest) {
    RunDirectory run = RunDirectory.create(directory, manifest);
    try (RunLogWriter writer = run.writer()) {
      log().forEach(writer::append);
    }
    return run;
  }

  private RequestRecord request(long id, Outcome outcome) {
    long begin = id * 100 * MILLI;
    boolean ok = outcome instanceof Outcome.Ok;
    long no = Stamps.ABSENT;
    long token = ok ? begin + 20 * MILLI : no;
    Stamps stamps =
        new Stamps(
            begin,
            begin,
            begin,
            ok ? begin : no,
            ok ? begin + MILLI : no,
            token,
            token,
            token,
            token,
            token,
            begin + 50 * MILLI);
    ChunkLog.Builder chunks = new ChunkLog.Builder();
    if (ok) {
      chunks.add(token, Channel.ANSWER, TokenCounts.UNKNOWN);
    }
    return new RequestRecord(
        id,
        level,
        0,
        true,
        true,
        LatencyOrigin.INTENDED,
        new RequestSpec(id, 0, 1, 5, 1),
        stamps,
        chunks.build(),
        ok ? TokenCounts.ofUsage(5, 1, 0, 0, 0) : TokenCounts.NONE,
        0,
        outcome);
  }
}
