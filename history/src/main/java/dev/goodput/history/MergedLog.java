package dev.goodput.history;

import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.LogSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/// The logs of slices as one log: each level starts once and ends once, and the entries between are
/// in order of time. A few hundred entries of each slice are in memory.
final class MergedLog implements LogSource {
  private static final long LEVEL_GAP_NANOS = 1_000_000_000;
  private static final Comparator<SliceReader> BY_TIME =
      Comparator.<SliceReader>comparingInt(reader -> reader.head().level())
          .thenComparingLong(reader -> SliceLog.nanos(reader.head()));

  private final List<SliceLog> slices;

  /// The start of each level, on the slices' common time axis.
  private final TreeMap<Integer, Long> levelStarts = new TreeMap<>();

  MergedLog(List<SliceLog> slices) {
    this.slices = slices;
    TreeSet<Integer> levels = new TreeSet<>();
    slices.forEach(slice -> levels.addAll(slice.levelStarts().keySet()));
    long start = 0;
    for (int level : levels) {
      levelStarts.put(level, start);
      start += slices.stream().mapToLong(slice -> slice.lengthNanos(level)).max().orElse(0);
      start += LEVEL_GAP_NANOS;
    }
  }

  @Override
  public void read(Consumer<? super LogEntry> consumer) {
    List<SliceReader> readers = new ArrayList<>();
    try {
      for (SliceLog slice : slices) {
        readers.add(SliceReader.start(slice, levelStarts));
      }
      PriorityQueue<SliceReader> queue = new PriorityQueue<>(BY_TIME);
      readers.stream().filter(SliceReader::next).forEach(queue::add);
      for (int level : levelStarts.keySet()) {
        consumer.accept(started(level));
        copyLevel(level, queue, consumer);
        end(level, consumer);
      }
    } finally {
      readers.forEach(SliceReader::close);
    }
  }

  private static void copyLevel(
      int level, PriorityQueue<SliceReader> queue, Consumer<? super LogEntry> consumer) {
    while (!queue.isEmpty() && queue.peek().head().level() == level) {
      SliceReader reader = queue.remove();
      consumer.accept(reader.head());
      if (reader.next()) {
        queue.add(reader);
      }
    }
  }

  private LevelStarted started(int level) {
    List<LevelStarted> all = new ArrayList<>();
    for (SliceLog slice : slices) {
      LevelStarted start = slice.levelStarts().get(level);
      if (start != null) {
        all.add(start);
      }
    }
    LevelStarted first = all.getFirst();
    return new LevelStarted(
        level,
        levelStarts.getOrDefault(level, 0L),
        first.arrivals(),
        first.profile(),
        all.stream().mapToDouble(LevelStarted::targetRate).sum(),
        all.stream().mapToInt(LevelStarted::targetConcurrency).sum(),
        first.maxInFlight());
  }

  /// Writes the level's end if it ended in every slice; otherwise the log ends without it.
  private void end(int level, Consumer<? super LogEntry> consumer) {
    List<LevelEnded> all = new ArrayList<>();
    long last = 0;
    for (SliceLog slice : slices) {
      LevelEnded end = slice.levelEnds().get(level);
      if (end == null) {
        return;
      }
      all.add(end);
      last = Math.max(last, slice.lengthNanos(level));
    }
    boolean counted = all.stream().allMatch(end -> end.inFlightNanos() >= 0);
    consumer.accept(
        new LevelEnded(
            level,
            levelStarts.getOrDefault(level, 0L) + last,
            ending(all),
            counted ? all.stream().mapToLong(LevelEnded::inFlightNanos).sum() : -1,
            all.stream().mapToInt(LevelEnded::concurrencyPeak).sum()));
  }

  /// Returns the ending of the first slice that was cut short. If there is none, it is the ending
  /// that all slices have in common, otherwise `COMPLETE`.
  private static LevelEnded.Ending ending(List<LevelEnded> all) {
    List<LevelEnded.Ending> endings = all.stream().map(LevelEnded::ending).distinct().toList();
    return endings.stream()
        .filter(ending -> !ending.asPlanned())
        .findFirst()
        .orElse(endings.size() == 1 ? endings.getFirst() : LevelEnded.Ending.COMPLETE);
  }
}
