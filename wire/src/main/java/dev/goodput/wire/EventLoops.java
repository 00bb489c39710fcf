package dev.goodput.wire;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A fixed set of event loops. Each socket, schedule and parser belongs to one of them.
public final class EventLoops implements AutoCloseable {
  private final Transport transport;
  private final EventLoopGroup group;
  private final List<NettyLoop> loops;

  private EventLoops(Transport transport, EventLoopGroup group) {
    this.transport = transport;
    this.group = group;
    List<NettyLoop> made = new ArrayList<>();
    for (EventExecutor each : group) {
      made.add(new NettyLoop((EventLoop) each, transport));
    }
    this.loops = List.copyOf(made);
    loops.forEach(each -> each.execute(LowLatencyThread::ask));
  }

  /// Starts `count` loops on the preferred transport.
  public static EventLoops start(int count) {
    return start(count, Transport.preferred());
  }

  /// Starts `count` loops on a transport.
  public static EventLoops start(int count, Transport transport) {
    if (count < 1) {
      throw new IllegalArgumentException("loops must be at least 1, found " + count);
    }
    var threads = new DefaultThreadFactory("goodput-loop", true);
    return new EventLoops(
        transport, new MultiThreadIoEventLoopGroup(count, threads, transport.handlers()));
  }

  /// Returns the loops; always the same list.
  public List<Loop> loops() {
    return List.copyOf(loops);
  }

  /// Returns the name of the transport: `epoll`, `io_uring` or `nio`.
  public String transport() {
    return transport.word();
  }

  /// Returns the factory of sockets. For this module and `relay`.
  public Transport sockets() {
    return transport;
  }

  /// Returns Netty's group of event loops. For this module and `relay`.
  public EventLoopGroup group() {
    return group;
  }

  /// Returns the loop that wraps one of the group's event loops. For this module and `relay`.
  public Loop of(EventLoop netty) {
    for (NettyLoop each : loops) {
      if (each.netty().equals(netty)) {
        return each;
      }
    }
    throw new IllegalArgumentException("not one of these loops: " + netty);
  }

  /// Stops the loops. Returns when they have stopped, or after five seconds.
  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }
}
