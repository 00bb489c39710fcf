package dev.goodput.wire;

import io.netty.channel.EventLoop;

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
}
