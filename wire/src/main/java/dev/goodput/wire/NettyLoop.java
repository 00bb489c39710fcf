package dev.goodput.wire;

import io.netty.channel.EventLoop;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A [Loop] on a Netty event loop; for this module and `relay`.
public final class NettyLoop implements Loop {
  private final EventLoop netty;
  private final Transport transport;

  NettyLoop(EventLoop netty, Transport transport) {
    this.netty = netty;
    this.transport = transport;
  }

  /// Returns the Netty event loop.
  public EventLoop netty() {
    return netty;
  }

  /// Returns the transport of this loop's sockets.
  public Transport transport() {
    return transport;
  }

  @Override
  public void execute(Runnable task) {
    netty.execute(task);
  }

  @Override
  public Timer at(long nanoTime, Runnable task) {
    PreciseTimer timer = new PreciseTimer(netty, nanoTime, task);
    if (netty.inEventLoop()) {
      timer.start();
    } else {
      netty.execute(timer::start);
    }
    return timer;
  }

  @Override
  public boolean inLoop() {
    return netty.inEventLoop();
  }

  @Override
  public String toString() {
    return "Loop[" + transport + "]";
  }

  /// A deadline on a Netty loop with an accuracy of some tens of microseconds.
  ///
  /// The kernel may delay a wake-up by a thousandth of the wait, and the loop rounds long waits to
  /// milliseconds. So a long wait ends a little early, and a short, exact one follows.
  private static final class PreciseTimer implements Timer, Runnable {
    private static final long LONG_NANOS = 8_000_000;
    private static final long MARGIN_NANOS = 1_200_000;
    private static final long SHARE = 500;

    private final EventLoop loop;
    private final long deadline;
    private final Runnable task;
    private @Nullable Future<?> waiting;
    private boolean cancelled;

    PreciseTimer(EventLoop loop, long deadline, Runnable task) {
      this.loop = loop;
      this.deadline = deadline;
      this.task = task;
    }

    /// Starts waiting. On the loop.
    void start() {
      if (cancelled) {
        return;
      }
      long left = Math.max(0, deadline - NanoClock.SYSTEM.nanoTime());
      long delay = left > LONG_NANOS ? left - left / SHARE - MARGIN_NANOS : left;
      waiting = loop.schedule(this, delay, TimeUnit.NANOSECONDS);
    }

    @Override
    public void run() {
      if (cancelled) {
        return;
      }
      if (deadline - NanoClock.SYSTEM.nanoTime() > 0) {
        start();
      } else {
        task.run();
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
      Future<?> pending = waiting;
      if (pending != null) {
        pending.cancel(false);
      }
    }
  }
}
