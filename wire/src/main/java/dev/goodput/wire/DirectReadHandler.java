package dev.goodput.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.IoEvent;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;
import io.netty.util.AttributeKey;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

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

  /// An epoll socket whose reads normally go from the descriptor directly to one taker, without
  /// pipeline, receive buffer and reference counts. Netty handles everything else: connecting,
  /// writing, the end of the stream and errors.
  ///
  /// A stream of tokens needs one read per event, and Netty touches some ten objects per connection
  /// for a read. With a thousand connections, each of them is a cache miss.
  @SuppressWarnings("try") // Netty's close() may throw whatever it likes.
  private static final class DirectReadHandle implements EpollIoHandle {
    private static final int READABLE = EpollIoOps.EPOLLIN.value();
    private static final int MAX_READS = 16;

    /// The state of a socket after a read.
    private enum Left {
      EMPTY,
      MORE,
      /// The taker has paused reading.
      WAITING,
      ENDED
    }

    private final Channel channel;
    private final EpollIoHandle netty;
    private final Socket socket;
    private final ReadConsumer taker;
    private final ByteBuf room;

    /// The last epoll event, for reads after a pause; null before the first.
    private @Nullable PendingEvent pendingEvent;

    private record PendingEvent(IoRegistration registration, IoEvent event) {}

    DirectReadHandle(Channel channel, EpollIoHandle netty, ReadConsumer taker) {
      this.channel = channel;
      this.netty = netty;
      this.socket = (Socket) netty.fd();
      this.taker = taker;
      this.room = taker.room();
    }

    @Override
    public void handle(IoRegistration registration, IoEvent event) {
      int ops = ((EpollIoEvent) event).ops().value();
      if (ops != READABLE) {
        netty.handle(registration, event);
      }
      if ((ops & READABLE) != 0) {
        if (taker.paused()) {
          pendingEvent = new PendingEvent(registration, event);
        } else {
          read(registration, event);
        }
      }
    }

    /// Reads what arrived while the taker was paused.
    void readOn() {
      PendingEvent waiting = pendingEvent;
      pendingEvent = null;
      if (waiting != null) {
        read(waiting.registration(), waiting.event());
      }
    }

    /// Reads until the socket is empty, because an event is reported only once. After a number of
    /// reads, other sockets get their turn. The end of the stream is left to Netty, which sees it
    /// again.
    private void read(IoRegistration registration, IoEvent event) {
      try {
        switch (drain()) {
          case EMPTY -> {
            // The next event reports more data.
          }
          case WAITING -> pendingEvent = new PendingEvent(registration, event);
          case MORE -> channel.eventLoop().execute(() -> read(registration, event));
          case ENDED -> netty.handle(registration, event);
        }
      } catch (Throwable e) {
        channel.pipeline().fireExceptionCaught(e);
      }
    }

    private Left drain() throws IOException {
      int capacity = room.capacity();
      for (int reads = 0; socket.isOpen(); reads++) {
        if (reads == MAX_READS) {
          return Left.MORE;
        }
        if (taker.paused()) {
          return Left.WAITING;
        }
        int length = socket.recvAddress(room.memoryAddress(), 0, capacity);
        if (length <= 0) {
          return length == 0 ? Left.EMPTY : Left.ENDED;
        }
        room.setIndex(0, length);
        taker.read();
        if (length < capacity) {
          return Left.EMPTY;
        }
      }
      return Left.EMPTY;
    }

    @Override
    public FileDescriptor fd() {
      return netty.fd();
    }

    @Override
    public void registered() {
      netty.registered();
    }

    @Override
    public void unregistered() {
      netty.unregistered();
    }

    @Override
    public void close() throws Exception {
      netty.close();
    }
  }

  /// An edge-triggered registration: an event is reported once, not until it is read. The kernel
  /// then checks a socket once per event instead of twice (`EPOLLET`, epoll(7)).
  private record EdgeTriggeredRegistration(IoRegistration epoll) implements IoRegistration {
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
}
