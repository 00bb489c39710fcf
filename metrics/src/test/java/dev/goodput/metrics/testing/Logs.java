package dev.goodput.metrics.testing;

import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;

/// Logs in memory.
public final class Logs {
  private Logs() {}

  /// A log of these entries.
  public static LogSource of(List<? extends LogEntry> entries) {
    return entries::forEach;
  }

  /// One open-loop level that begins at 0, and its requests.
  public static LogSource open(RequestRecord... requests) {
    return level(new LevelStarted(0, 0, "poisson", "", 1, 0, 0), List.of(requests));
  }

  /// One closed-loop level that begins at 0, and its requests.
  public static LogSource closed(int concurrency, List<RequestRecord> requests) {
    return level(new LevelStarted(0, 0, "closed", "", Double.NaN, concurrency, 0), requests);
  }

  /// A level and its requests, which ends as planned.
  public static LogSource level(LevelStarted begun, List<? extends LogEntry> entries) {
    return level(begun, entries, LevelEnded.Ending.COMPLETE);
  }

  /// A level and its requests, and how it ends.
  public static LogSource level(
      LevelStarted begun, List<? extends LogEntry> entries, LevelEnded.Ending ending) {
    List<LogEntry> log = new ArrayList<>();
    log.add(begun);
    log.addAll(entries);
    if (log.stream().noneMatch(LevelEnded.class::isInstance)) {
      log.add(new LevelEnded(begun.level(), begun.beginNanos(), ending, -1, 0));
    }
    return of(log);
  }
}
