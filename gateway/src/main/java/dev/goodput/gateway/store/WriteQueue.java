package dev.goodput.gateway.store;

import dev.goodput.wire.NanoClock;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A queue from any thread, which never waits, to one thread that writes. Items that it cannot
/// take, because the writer is 64 MiB behind or has ended, are lost and counted.
///
/// @param <T> type of the items
public final class WriteQueue<T> implements AutoCloseable {
  private static final long MAX_WAITING_BYTES = 64L << 20;
  private static final long POLL_NANOS = 50_000_000;
  private static final long TICK_NANOS = 500_000_000;

  private final NanoClock clock;
  private final Taker<T> taker;
  private final Consumer<String> print;
  private final Queue<Load<T>> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicLong waitingBytes = new AtomicLong();
  private final AtomicLong offered = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final Thread thread;
  private volatile boolean closing;
  private volatile boolean ended;
  private long tickNanos;
  private long taken;

  private record Load<T>(T item, long bytes) {}

  /// The work of the writing thread; all methods are called on that thread.
  ///
  /// @param <T> type of the items
  public interface Taker<T> {
    /// Takes an item that was offered.
    void take(T item);

    /// Called twice a second, after `beforehand` has been called and all items offered until then
    /// have been taken.
    void tick(long nowNanos);

    /// Reads what must be known before the remaining items are taken.
    void beforehand();

    /// Called when nothing more will come.
    void end(long nowNanos);
  }

  private WriteQueue(String name, NanoClock clock, Taker<T> taker, Consumer<String> print) {
    this.clock = clock;
    this.taker = taker;
    this.print = print;
    tickNanos = clock.nanoTime();
    thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  /// Starts the thread.
  ///
  /// @param <T> type of the items
  /// @param name name of the thread
  /// @param print receives the reason if the thread ends unexpectedly
  public static <T> WriteQueue<T> start(
      String name, NanoClock clock, Taker<T> taker, Consumer<String> print) {
    WriteQueue<T> writeQueue = new WriteQueue<>(name, clock, taker, print);
    writeQueue.thread.start();
    return writeQueue;
  }

  /// Offers an item; returns false if it is lost.
  ///
  /// @param bytes approximate memory it holds
  public boolean offer(T item, long bytes) {
    if (waitingBytes.addAndGet(bytes) > MAX_WAITING_BYTES) {
      waitingBytes.addAndGet(-bytes);
      lost.incrementAndGet();
      return false;
    }
    Load<T> load = new Load<>(item, bytes);
    waiting.add(load);
    offered.incrementAndGet();
    boolean missed = ended && waiting.remove(load);
    if (missed) {
      lost.incrementAndGet();
    }
    return !missed;
  }

  /// Returns the number of items lost in this queue.
  public long lost() {
    return lost.get();
  }

  private void run() {
    try {
      while (!closing) {
        LockSupport.parkNanos(POLL_NANOS);
        drain();
        long now = clock.nanoTime();
        if (now - tickNanos >= TICK_NANOS) {
          tickNanos = now;
          taker.beforehand();
          drain();
          taker.tick(now);
        }
      }
      drain();
      taker.end(clock.nanoTime());
    } catch (RuntimeException e) {
      print.accept("a log of the traffic ends by a fault of its own: " + e);
    } finally {
      ended = true;
      while (waiting.poll() != null) {
        lost.incrementAndGet();
      }
    }
  }

  /// Takes what was offered until now, but not what arrives meanwhile: continuous offers must not
  /// delay the tick.
  private void drain() {
    long until = offered.get();
    @Nullable Load<T> next = taken < until ? waiting.poll() : null;
    while (next != null) {
      taken++;
      waitingBytes.addAndGet(-next.bytes());
      taker.take(next.item());
      next = taken < until ? waiting.poll() : null;
    }
  }

  /// Writes what was offered so far and ends the thread; what is offered later is lost.
  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
