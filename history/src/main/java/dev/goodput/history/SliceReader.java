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

/// A reader of a slice's log, entry by entry: its own thread reads ahead, as far as there is room.
/// Belongs to the thread that started it.
final class SliceReader implements AutoCloseable {
  private static final int ROOM = 256;

  /// An entry, the end, or an error.
  private record Step(@Nullable LogEntry entry, @Nullable RuntimeException fault) {
    static final Step END = new Step(null, null);
  }

  /// Thrown when reading was abandoned.
  private static final class Left extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final SliceLog slice;
  private final Map<Integer, Long> begins;
  private final BlockingQueue<Step> steps = new ArrayBlockingQueue<>(ROOM);
  private final Thread thread;
  private @Nullable LogEntry head;

  private SliceReader(SliceLog slice, Map<Integer, Long> begins) {
    this.slice = slice;
    this.begins = begins;
    this.thread = Thread.ofVirtual().name("goodput-slice-" + slice.number()).unstarted(this::run);
  }

  /// @param begins the start of each level, on the slices' common time axis
  static SliceReader begin(SliceLog slice, Map<Integer, Long> begins) {
    SliceReader reader = new SliceReader(slice, begins);
    reader.thread.start();
    return reader;
  }

  private void run() {
    try {
      slice.run().read(this::pass);
      put(Step.END);
    } catch (Left e) {
      return;
    } catch (RuntimeException e) {
      put(new Step(null, e));
    }
  }

  /// Skips starts and ends of levels, which are written anew for the merged log.
  private void pass(LogEntry entry) {
    LevelStarted begun = slice.begun().get(entry.level());
    long by = begun == null ? 0 : begins.getOrDefault(entry.level(), 0L) - begun.beginNanos();
    switch (entry) {
      case RequestRecord record -> put(new Step(record.shifted(by), null));
      case HealthSample sample -> put(new Step(sample.shifted(by), null));
      case LevelStarted _, LevelEnded _ -> {}
    }
  }

  private void put(Step step) {
    try {
      steps.put(step);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Left();
    }
  }

  /// Moves to the next entry; returns false at the end.
  boolean next() {
    try {
      Step step = steps.take();
      if (step.fault() != null) {
        throw step.fault();
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
