package dev.goodput.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jctools.queues.SpscUnboundedArrayQueue;

/// A queue of one loop's finished records on their way to the draining thread.
///
/// If the draining thread falls behind, because its tokenizer or the disk is slower than the
/// responses, the backlog fills up. The loop then takes up no further arrivals and later turns
/// until there is room again, and the delay shows as lag. Records of requests in flight are always
/// accepted.
final class RecordQueue {
  private static final long MAX_BYTES = 64L << 20;

  /// Approximate size of a record without its texts and chunks.
  private static final int RECORD_BYTES = 512;

  private static final int CHUNK_BYTES = 5;

  /// Upper bound: how a string is stored depends on its characters.
  private static final int CHARACTER_BYTES = 2;

  private static final int RING_CHUNK = 1024;

  private final SpscUnboundedArrayQueue<FinishedRecord> ring =
      new SpscUnboundedArrayQueue<>(RING_CHUNK);
  private final AtomicLong bytes = new AtomicLong();
  private final long mostBytes;

  /// @param loops number of loops that share the memory limit
  RecordQueue(int loops) {
    this.mostBytes = MAX_BYTES / loops;
  }

  /// Adds a record; on the loop.
  void offer(FinishedRecord finished) {
    bytes.addAndGet(size(finished));
    ring.offer(finished);
  }

  /// Passes at most `most` records on; on the draining thread.
  ///
  /// @return the number of records taken
  int drain(Consumer<FinishedRecord> into, int most) {
    return ring.drain(
        finished -> {
          bytes.addAndGet(-size(finished));
          into.accept(finished);
        },
        most);
  }

  /// Returns whether the loop should take up no further requests; from any thread.
  boolean full() {
    return bytes.get() > mostBytes;
  }

  private static long size(FinishedRecord finished) {
    String text = finished.text();
    String other = finished.otherText();
    return RECORD_BYTES
        + (long) CHUNK_BYTES * finished.record().chunks().count()
        + (text == null ? 0 : (long) CHARACTER_BYTES * text.length())
        + (other == null ? 0 : (long) CHARACTER_BYTES * other.length());
  }
}
