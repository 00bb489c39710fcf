package dev.goodput.wire;

import io.netty.channel.EventLoop;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// A [Loop] on a Netty event loop; for the packages of this module.
public final class NettyLoop implements Loop {
  private final EventLoop netty;
  private final Transport transport;

  NettyLoop(EventLoop netty, Transport transport) {
    this.netty = netty;
    this.transport = transport;
  }

  /// The loop underneath.
  public EventLoop netty() {
    return netty;
  }

  /// What kind of sockets this loop runs.
  public Transport transport() {
    return transport;
  }

  @Override
  public void execute(Runnable task) {
    netty.execute(task);
  }

  @Override
  public Timer at(long nanoTime, Runnable task) {
    long delay = Math.max(0, nanoTime - NanoClock.SYSTEM.nanoTime());
    Future<?> future = netty.schedule(task, delay, TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  @Override
  public boolean inLoop() {
    return netty.inEventLoop();
  }

  @Override
  public String toString() {
    return "Loop[" + transport + "]";
  }
}
