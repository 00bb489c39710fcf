package dev.goodput.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Writes that go from memory to an epoll socket's descriptor, past the channel's own queue; for
/// the packages of this module. On the channel's loop.
///
/// A relay writes each event as it reads it, and what surrounds a write in Netty (a buffer of its
/// own, a promise, the queue) costs more than all else it does. With many streams even a look at
/// that queue is some cache misses, so that it is looked at only while something may wait there.
public final class DirectWrite {
  private final EpollSocketChannel channel;
  private final Socket socket;
  private boolean mayWait = true;

  private DirectWrite(EpollSocketChannel channel) {
    this.channel = channel;
    this.socket = (Socket) channel.fd();
  }

  /// @param channel whose pipeline changes nothing of what is written
  /// @return null where its bytes cannot go this way: it is not epoll's
  public static @Nullable DirectWrite to(SocketChannel channel) {
    return channel instanceof EpollSocketChannel epoll ? new DirectWrite(epoll) : null;
  }

  /// Something was handed to the channel itself: to be told each time.
  public void queued() {
    mayWait = true;
  }

  /// Whether nothing can go this way now: earlier bytes wait in the channel, or it is closed.
  public boolean waits() {
    if (mayWait) {
      ChannelOutboundBuffer queue = channel.unsafe().outboundBuffer();
      mayWait = queue == null || queue.totalPendingWriteBytes() > 0;
    }
    return mayWait || !socket.isOpen();
  }

  /// Writes as much of a buffer's readable bytes as the kernel takes at once; its indices stay.
  ///
  /// @return how many bytes it took, 0 also where earlier ones still wait in the channel
  /// @throws IOException where the other side is gone
  public int send(ByteBuf bytes) throws IOException {
    return waits() || !bytes.hasMemoryAddress()
        ? 0
        : socket.sendAddress(bytes.memoryAddress(), bytes.readerIndex(), bytes.writerIndex());
  }
}
