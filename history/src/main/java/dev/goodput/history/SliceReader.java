package dev.goodput.history;

import dev.goodput.record.HealthSample;
import dev.goodput.record.LevelEnded;
import dev.goodput.record.LevelStarted;
import dev.goodput.record.LogEntry;
import dev.goodput.record.RequestRecord;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/// A reader of a slice's log, one entry at a time. Its own thread reads a few hundred entries
/// ahead. All methods are called by the thread that started it.
final class SliceReader implements AutoCloseable {
  private static final int QUEUE_CAPACITY = 256;

  /// An entry, the end, or an error.
  private record Step(@Nullable LogEntry entry, @Nullable RuntimeException error) {
    static final Step END = new Step(null, null);
  }

  /// Thrown in the reader's thread after [#close].
  private static final class Cancelled extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final SliceLog slice;
  private final Map<Integer, Long> levelStarts;
  private final BlockingQueue<Step> steps = new ArrayBlockingQueue<>(QUEUE_CAPACITY);
  private final Thread thread;
  private @Nullable LogEntry head;

  private SliceReader(SliceLog slice, Map<Integer, Long> levelStarts) {
    this.slice = slice;
    this.levelStarts = levelStarts;
    this.thread = Thread.ofVirtual().name("goodput-slice-" + slice.number()).unstarted(this::run);
  }

  /// @param levelStarts the start of each level, on the slices' common time axis
  static SliceReader start(SliceLog slice, Map<Integer, Long> levelStarts) {
    SliceReader reader = new SliceReader(slice, levelStarts);
    reader.thread.start();
    return reader;
  }

  private void run() {
    try {
      slice.run().read(this::enqueue);
      put(Step.END);
    } catch (Cancelled e) {
      return;
    } catch (RuntimeException e) {
      put(new Step(null, e));
    }
  }

  /// Enqueues an entry with its times on the common axis. Starts and ends of levels are skipped:
  /// the merged log has its own.
  private void enqueue(LogEntry entry) {
    LevelStarted start = slice.levelStarts().get(entry.level());
    long shift =
        start == null ? 0 : levelStarts.getOrDefault(entry.level(), 0L) - start.beginNanos();
    switch (entry) {
      case RequestRecord record -> put(new Step(record.shifted(shift), null));
      case HealthSample sample -> put(new Step(sample.shifted(shift), null));
      case LevelStarted _, LevelEnded _ -> {}
    }
  }

  private void put(Step step) {
    try {
      steps.put(step);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Cancelled();
    }
  }

  /// Moves to the next entry; returns false at the end.
  boolean next() {
    try {
      Step step = steps.take();
      if (step.error() != null) {
        throw step.error();
      }
      head = step.entry();
      return head != null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// Returns the current entry.
  LogEntry head() {
    if (head == null) {
      throw new IllegalStateException("at the end of slice " + slice.shard());
    }
    return head;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
