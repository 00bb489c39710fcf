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

/// The log of one slice, with the start and end of each level by the slice's clock.
final class SliceLog {
  private static final Pattern SHARD = Pattern.compile("(\\d{1,4})/(\\d{1,4})");

  private final RunDirectory run;
  private final int number;
  private final int count;
  private final TreeMap<Integer, LevelStarted> levelStarts = new TreeMap<>();
  private final TreeMap<Integer, LevelEnded> levelEnds = new TreeMap<>();
  private final TreeMap<Integer, Long> lastNanos = new TreeMap<>();

  private SliceLog(RunDirectory run, int number, int count) {
    this.run = run;
    this.number = number;
    this.count = count;
  }

  /// @throws HistoryException.NotSlices if it is not a slice, or sent nothing
  static SliceLog of(RunDirectory run) {
    Matcher shard = SHARD.matcher(run.manifest().text("run.shard").orElse(""));
    if (RunKind.TRAFFIC_LOG.describes(run.manifest())) {
      throw new HistoryException.NotSlices(
          run.path() + " " + TrafficLogText.whyNotSlice(run.manifest()));
    }
    if (!shard.matches()) {
      throw new HistoryException.NotSlices(
          "%s is no slice: it was run without --shard; report whole runs one by one"
              .formatted(run.path()));
    }
    SliceLog slice =
        new SliceLog(run, Integer.parseInt(shard.group(1)), Integer.parseInt(shard.group(2)));
    run.read(slice::index);
    if (slice.levelStarts.isEmpty()) {
      throw new HistoryException.NotSlices(
          "%s holds nothing of slice %s; leave it out, it is then named as missing"
              .formatted(run.path(), slice.shard()));
    }
    return slice;
  }

  private void index(LogEntry entry) {
    switch (entry) {
      case LevelStarted start -> levelStarts.put(start.level(), start);
      case LevelEnded end -> levelEnds.put(end.level(), end);
      case RequestRecord _, HealthSample _ -> {}
    }
    lastNanos.merge(entry.level(), nanos(entry), Math::max);
  }

  /// Returns the approximate time at which an entry was written.
  static long nanos(LogEntry entry) {
    return switch (entry) {
      case LevelStarted start -> start.beginNanos();
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

  int count() {
    return count;
  }

  String shard() {
    return number + "/" + count;
  }

  /// Returns a value of its manifest, empty if missing.
  String fact(String key) {
    return run.manifest().text(key).orElse("");
  }

  /// Returns the levels that it started, by number.
  Map<Integer, LevelStarted> levelStarts() {
    return levelStarts;
  }

  Map<Integer, LevelEnded> levelEnds() {
    return levelEnds;
  }

  /// Returns how long a level lasted, as far as the log shows; 0 if it did not start.
  long lengthNanos(int level) {
    LevelStarted start = levelStarts.get(level);
    return start == null
        ? 0
        : lastNanos.getOrDefault(level, start.beginNanos()) - start.beginNanos();
  }

  /// Returns when its first level started, by the wall clock of its machine, or by the
  /// coordinator's if it had one.
  Instant startedAt() {
    return origin().plusNanos(levelStarts.firstEntry().getValue().beginNanos());
  }

  /// Returns when its last entry was written, by the wall clock of its machine.
  Instant endedAt() {
    return origin()
        .plusNanos(lastNanos.values().stream().mapToLong(Long::longValue).max().orElse(0));
  }

  /// Returns when its first level started, by the coordinator's monotonic clock.
  long sharedStartNanos() {
    return SharedClock.originNanos(run.manifest()).orElse(0)
        + levelStarts.firstEntry().getValue().beginNanos();
  }

  private Instant origin() {
    String text = fact("run.origin");
    long ahead = SharedClock.of(run.manifest()).map(SharedClock::wallOffsetNanos).orElse(0L);
    try {
      return Instant.parse(text).minusNanos(ahead);
    } catch (DateTimeParseException e) {
      throw new HistoryException.NotSlices(
          "%s does not show when it started: run.origin is \"%s\"".formatted(run.path(), text));
    }
  }

  @Override
  public String toString() {
    return shard() + " " + run.path();
  }
}
