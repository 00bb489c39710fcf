package dev.goodput.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jctools.queues.SpscUnboundedArrayQueue;

/// One loop's finished records on their way to the draining thread.
///
/// Where that thread cannot keep up, as its tokenizer or the disk is slower than the answers come,
/// the backlog fills up; the loop then takes up no more arrivals and later turns, which shows as
/// lag, until there is room again. Answers to what is in flight always find a place.
final class Backlog {
  private static final long MOST_BYTES = 64L << 20;

  /// What a record takes beside its texts and its chunks, about.
  private static final int RECORD_BYTES = 512;

  private static final int CHUNK_BYTES = 5;

  /// The most that one takes: how a text is kept depends on its letters.
  private static final int CHARACTER_BYTES = 2;

  private static final int RING_CHUNK = 1024;

  private final SpscUnboundedArrayQueue<Finished> ring = new SpscUnboundedArrayQueue<>(RING_CHUNK);
  private final AtomicLong bytes = new AtomicLong();
  private final long mostBytes;

  /// @param loops how many loops share the room
  Backlog(int loops) {
    this.mostBytes = MOST_BYTES / loops;
  }

  /// On the loop.
  void offer(Finished finished) {
    bytes.addAndGet(size(finished));
    ring.offer(finished);
  }

  /// Hands at most so many on; on the draining thread.
  ///
  /// @return how many there were
  int drain(Consumer<Finished> into, int most) {
    return ring.drain(
        finished -> {
          bytes.addAndGet(-size(finished));
          into.accept(finished);
        },
        most);
  }

  /// Whether no more should be taken up; from any thread.
  boolean full() {
    return bytes.get() > mostBytes;
  }

  private static long size(Finished finished) {
    String text = finished.text();
    String other = finished.otherText();
    return RECORD_BYTES
        + (long) CHUNK_BYTES * finished.record().chunks().count()
        + (text == null ? 0 : (long) CHARACTER_BYTES * text.length())
        + (other == null ? 0 : (long) CHARACTER_BYTES * other.length());
  }
}
