package dev.goodput.load;

import dev.goodput.workload.TurnPlan;
import dev.goodput.workload.prompt.Message;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;

/// The thread that reads the workload ahead and encodes bodies, so that no loop has to.
///
/// It works ahead as far as the supplies have room, in sessions and in bytes. Later turns, whose
/// bodies need the response before them, go first. If it cannot keep up, the loops take arrivals up
/// late, which shows as schedule lag: the client's own fault.
final class Feeder implements Runnable, LaterTurnEncoder {
  /// A loop that finds its supply empty wakes the feeder; while all supplies are full the feeder
  /// may sleep.
  private static final long PARK_NANOS = 20_000_000;

  private static final long HALT_MILLIS = 2_000;
  private static final int JOB_CHUNK = 256;

  private final SessionReader reader;
  private final TurnEncoder encoder;
  private final SessionBuffer buffer;
  private final MpscUnboundedArrayQueue<Runnable> jobs = new MpscUnboundedArrayQueue<>(JOB_CHUNK);
  private final CountDownLatch ready = new CountDownLatch(1);
  private final FirstFault fault;
  private final Thread thread;
  private @Nullable PlannedSession pending;
  private boolean over;
  private volatile boolean halted;

  /// @param fault receives errors of reading or encoding the workload
  Feeder(SessionReader reader, TurnEncoder encoder, SessionBuffer buffer, FirstFault fault) {
    this.reader = reader;
    this.encoder = encoder;
    this.buffer = buffer;
    this.fault = fault;
    this.thread = Thread.ofPlatform().name("goodput-feeder").daemon().unstarted(this);
  }

  void start() {
    buffer.wakes(() -> LockSupport.unpark(thread));
    thread.start();
  }

  /// Waits until the first arrivals are ready or [#releaseWaiting] is called.
  void awaitReady() throws InterruptedException {
    ready.await();
  }

  /// Releases a thread that waits in [#awaitReady]; from any thread.
  void releaseWaiting() {
    ready.countDown();
  }

  /// Ends the thread and waits until it no longer reads the workload, but only for a limited time:
  /// a file may be a pipe. Bodies requested after this are never delivered.
  void halt() {
    halted = true;
    LockSupport.unpark(thread);
    try {
      thread.join(HALT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void encode(SessionRun run, List<Message> conversation, TurnPlan turn) {
    jobs.offer(() -> {
      Body body = encoder.encode(conversation, turn);
      run.worker().execute(() -> run.encoded(body));
    });
    LockSupport.unpark(thread);
  }

  @Override
  public void run() {
    fault.run(this::feed);
    ready.countDown();
  }

  private void feed() {
    while (!halted) {
      work();
    }
  }

  private void work() {
    Runnable job = jobs.poll();
    if (job != null) {
      job.run();
      return;
    }
    if (over || !feedOne()) {
      ready.countDown();
      LockSupport.parkNanos(PARK_NANOS);
    }
  }

  /// Returns false if there is no room or nothing to feed.
  private boolean feedOne() {
    PlannedSession next = pending != null ? pending : reader.next();
    if (next == null) {
      over = true;
      buffer.end(reader.leftOut());
      return false;
    }
    pending = next;
    if (!buffer.offer(next)) {
      return false;
    }
    pending = null;
    if (buffer.enoughToBegin(next)) {
      ready.countDown();
    }
    return true;
  }
}
