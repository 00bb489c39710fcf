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
  private static final long PAUSE_NANOS = 1_000_000_000;
  private static final Comparator<SliceReader> BY_TIME =
      Comparator.<SliceReader>comparingInt(reader -> reader.head().level())
          .thenComparingLong(reader -> SliceLog.nanos(reader.head()));

  private final List<SliceLog> slices;

  /// The start of each level, on the slices' common time axis.
  private final TreeMap<Integer, Long> begins = new TreeMap<>();

  MergedLog(List<SliceLog> slices) {
    this.slices = slices;
    TreeSet<Integer> levels = new TreeSet<>();
    slices.forEach(slice -> levels.addAll(slice.begun().keySet()));
    long begin = 0;
    for (int level : levels) {
      begins.put(level, begin);
      begin += slices.stream().mapToLong(slice -> slice.lengthNanos(level)).max().orElse(0);
      begin += PAUSE_NANOS;
    }
  }

  @Override
  public void read(Consumer<? super LogEntry> consumer) {
    List<SliceReader> readers = new ArrayList<>();
    try {
      for (SliceLog slice : slices) {
        readers.add(SliceReader.begin(slice, begins));
      }
      PriorityQueue<SliceReader> queue = new PriorityQueue<>(BY_TIME);
      readers.stream().filter(SliceReader::next).forEach(queue::add);
      for (int level : begins.keySet()) {
        consumer.accept(begun(level));
        pass(level, queue, consumer);
        end(level, consumer);
      }
    } finally {
      readers.forEach(SliceReader::close);
    }
  }

  private static void pass(
      int level, PriorityQueue<SliceReader> queue, Consumer<? super LogEntry> consumer) {
    while (!queue.isEmpty() && queue.peek().head().level() == level) {
      SliceReader reader = queue.remove();
      consumer.accept(reader.head());
      if (reader.next()) {
        queue.add(reader);
      }
    }
  }

  private LevelStarted begun(int level) {
    List<LevelStarted> all = new ArrayList<>();
    for (SliceLog slice : slices) {
      LevelStarted begin = slice.begun().get(level);
      if (begin != null) {
        all.add(begin);
      }
    }
    LevelStarted first = all.getFirst();
    return new LevelStarted(
        level,
        begins.getOrDefault(level, 0L),
        first.arrivals(),
        first.profile(),
        all.stream().mapToDouble(LevelStarted::rateAsked).sum(),
        all.stream().mapToInt(LevelStarted::concurrencyAsked).sum(),
        first.maxInFlight());
  }

  /// Writes the level's end if it ended in every slice; otherwise the log ends without it.
  private void end(int level, Consumer<? super LogEntry> consumer) {
    List<LevelEnded> all = new ArrayList<>();
    long last = 0;
    for (SliceLog slice : slices) {
      LevelEnded end = slice.ended().get(level);
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
            begins.getOrDefault(level, 0L) + last,
            ending(all),
            counted ? all.stream().mapToLong(LevelEnded::inFlightNanos).sum() : -1,
            all.stream().mapToInt(LevelEnded::concurrencyPeak).sum()));
  }

  /// Returns the ending of a slice that was cut short, if there is one.
  private static LevelEnded.Ending ending(List<LevelEnded> all) {
    List<LevelEnded.Ending> endings = all.stream().map(LevelEnded::ending).distinct().toList();
    return endings.stream()
        .filter(ending -> !ending.asPlanned())
        .findFirst()
        .orElse(endings.size() == 1 ? endings.getFirst() : LevelEnded.Ending.COMPLETE);
  }
}
