package dev.goodput.history;

import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.RunDirectory;
import dev.goodput.record.RunKind;
import dev.goodput.record.Stamps;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One slice and the extent of its levels, by its own clock.
final class SliceLog {
  private static final Pattern SHARD = Pattern.compile("(\\d{1,4})/(\\d{1,4})");

  private final RunDirectory run;
  private final int number;
  private final int of;
  private final TreeMap<Integer, LevelStarted> begun = new TreeMap<>();
  private final TreeMap<Integer, LevelEnded> ended = new TreeMap<>();
  private final TreeMap<Integer, Long> last = new TreeMap<>();

  private SliceLog(RunDirectory run, int number, int of) {
    this.run = run;
    this.number = number;
    this.of = of;
  }

  /// @throws HistoryException.NotOneRun if it is not a slice, or sent nothing
  static SliceLog of(RunDirectory run) {
    Matcher shard = SHARD.matcher(run.manifest().text("run.shard").orElse(""));
    if (RunKind.TRAFFIC_LOG.describes(run.manifest())) {
      throw new HistoryException.NotOneRun(
          run.path() + " " + TrafficLogText.whyNotSlice(run.manifest()));
    }
    if (!shard.matches()) {
      throw new HistoryException.NotOneRun(
          "%s is no slice: it was run without --shard; report whole runs one by one"
              .formatted(run.path()));
    }
    SliceLog slice =
        new SliceLog(run, Integer.parseInt(shard.group(1)), Integer.parseInt(shard.group(2)));
    run.read(slice::note);
    if (slice.begun.isEmpty()) {
      throw new HistoryException.NotOneRun(
          "%s holds nothing of slice %s; leave it out, it is then named as missing"
              .formatted(run.path(), slice.shard()));
    }
    return slice;
  }

  private void note(LogEntry entry) {
    switch (entry) {
      case LevelStarted begin -> begun.put(begin.level(), begin);
      case LevelEnded end -> ended.put(end.level(), end);
      case RequestRecord _, HealthSample _ -> {}
    }
    last.merge(entry.level(), nanos(entry), Math::max);
  }

  /// Returns the approximate time at which an entry was written.
  static long nanos(LogEntry entry) {
    return switch (entry) {
      case LevelStarted begin -> begin.beginNanos();
      case LevelEnded end -> end.endNanos();
      case HealthSample sample -> sample.atNanos();
      case RequestRecord record ->
          Stamps.present(record.stamps().endedNanos())
              ? record.stamps().endedNanos()
              : record.startNanos();
    };
  }

  RunDirectory run() {
    return run;
  }

  Path path() {
    return run.path();
  }

  int number() {
    return number;
  }

  int of() {
    return of;
  }

  String shard() {
    return number + "/" + of;
  }

  /// Returns a value of its manifest, empty if missing.
  String fact(String key) {
    return run.manifest().text(key).orElse("");
  }

  /// Returns the levels that it started, by number.
  Map<Integer, LevelStarted> begun() {
    return begun;
  }

  Map<Integer, LevelEnded> ended() {
    return ended;
  }

  /// Returns how long a level lasted, as far as the log shows; 0 if it did not start.
  long lengthNanos(int level) {
    LevelStarted begin = begun.get(level);
    return begin == null ? 0 : last.getOrDefault(level, begin.beginNanos()) - begin.beginNanos();
  }

  /// Returns when its first level started, by the wall clock of its machine.
  Instant beganAt() {
    return origin().plusNanos(begun.firstEntry().getValue().beginNanos());
  }

  /// Returns when its last entry was written, by the wall clock of its machine.
  Instant endedAt() {
    return origin().plusNanos(last.values().stream().mapToLong(Long::longValue).max().orElse(0));
  }

  private Instant origin() {
    String told = fact("run.origin");
    try {
      return Instant.parse(told);
    } catch (DateTimeParseException e) {
      throw new HistoryException.NotOneRun(
          "%s does not show when it started: run.origin is \"%s\"".formatted(run.path(), told));
    }
  }

  @Override
  public String toString() {
    return shard() + " " + run.path();
  }
}
