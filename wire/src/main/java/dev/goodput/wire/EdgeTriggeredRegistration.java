package dev.goodput.wire;

import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoOps;

/// An edge-triggered registration: an event is reported once, not until it is read. The kernel then
/// checks a socket once per event instead of twice (`EPOLLET`, epoll(7)).
record EdgeTriggeredRegistration(IoRegistration epoll) implements IoRegistration {
  @Override
  public long submit(IoOps ops) {
    return epoll.submit(((EpollIoOps) ops).with(EpollIoOps.EPOLLET));
  }

  @Override
  @SuppressWarnings("TypeParameterUnusedInFormals") // Netty's signature.
  public <T> T attachment() {
    return epoll.attachment();
  }

  @Override
  public boolean isValid() {
    return epoll.isValid();
  }

  @Override
  public boolean cancel() {
    return epoll.cancel();
  }
}
