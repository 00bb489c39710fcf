package dev.goodput.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// An epoll socket whose usual reads go from the descriptor to one taker, past pipeline, receive
/// buffer and reference counts. Everything else, connecting, writing, the other side's end and
/// errors, is Netty's.
///
/// A stream of tokens is read once an event, and what surrounds a read in Netty touches some ten
/// objects per connection: with a thousand connections each of them is a cache miss.
@SuppressWarnings("try") // Netty's close() may throw whatever it likes.
final class DirectHandle implements EpollIoHandle {
  private static final int READABLE = EpollIoOps.EPOLLIN.value();
  private static final int MOST_READS = 16;

  /// What a socket still holds.
  private enum Left {
    EMPTY,
    MORE,
    /// The taker has it wait.
    WAITING,
    ENDED
  }

  private final Channel channel;
  private final EpollIoHandle netty;
  private final Socket socket;
  private final ReadTaker taker;
  private final ByteBuf room;

  /// The last that epoll told, for reads after a pause; null before the first.
  private @Nullable Told told;

  private record Told(IoRegistration registration, IoEvent event) {}

  DirectHandle(Channel channel, EpollIoHandle netty, ReadTaker taker) {
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
        told = new Told(registration, event);
      } else {
        read(registration, event);
      }
    }
  }

  /// Reads what came while the taker had reads wait.
  void readOn() {
    Told waiting = told;
    told = null;
    if (waiting != null) {
      read(waiting.registration(), waiting.event());
    }
  }

  /// Reads until the socket is empty, for it tells only once of what is there. After some reads
  /// others have their turn; the end of the stream is Netty's, which sees it again.
  private void read(IoRegistration registration, IoEvent event) {
    try {
      switch (drain()) {
        case EMPTY -> {
          // The next event says when there is more.
        }
        case WAITING -> told = new Told(registration, event);
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
      if (reads == MOST_READS) {
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
