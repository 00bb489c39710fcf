package dev.goodput.wire;

import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoOps;

/// A registration that is told once of what comes, not until it is read: the kernel then looks at a
/// socket once an event in place of twice (`EPOLLET`, epoll(7)).
record EdgeTriggered(IoRegistration epoll) implements IoRegistration {
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
