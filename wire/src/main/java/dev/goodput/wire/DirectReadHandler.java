package dev.goodput.wire;

import io.netty.channel.Channel;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.util.AttributeKey;

/// Netty's epoll handler, except for reads of sockets that have a taker.
final class DirectReadHandler implements IoHandler {
  /// The taker of a socket, set before the socket is registered.
  static final AttributeKey<ReadConsumer> TAKER =
      AttributeKey.valueOf(ReadConsumer.class.getName());

  private final IoHandler epoll;

  private DirectReadHandler(IoHandler epoll) {
    this.epoll = epoll;
  }

  static IoHandlerFactory newFactory() {
    IoHandlerFactory factory = EpollIoHandler.newFactory();
    return executor -> new DirectReadHandler(factory.newHandler(executor));
  }

  @Override
  public IoRegistration register(IoHandle handle) throws Exception {
    if (handle instanceof EpollIoHandle netty && handle instanceof Channel.Unsafe unsafe) {
      Channel channel = unsafe.voidPromise().channel();
      ReadConsumer taker = channel.attr(TAKER).get();
      if (taker != null) {
        DirectReadHandle direct = new DirectReadHandle(channel, netty, taker);
        taker.attached(direct::readOn);
        return new EdgeTriggeredRegistration(epoll.register(direct));
      }
    }
    return epoll.register(handle);
  }

  @Override
  public void initialize() {
    epoll.initialize();
  }

  @Override
  public int run(IoHandlerContext context) {
    return epoll.run(context);
  }

  @Override
  public void prepareToDestroy() {
    epoll.prepareToDestroy();
  }

  @Override
  public void destroy() {
    epoll.destroy();
  }

  @Override
  public void wakeup() {
    epoll.wakeup();
  }

  @Override
  public boolean isCompatible(Class<? extends IoHandle> type) {
    return epoll.isCompatible(type);
  }
}
