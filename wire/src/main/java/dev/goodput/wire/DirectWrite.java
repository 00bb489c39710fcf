package dev.goodput.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Writes from memory directly to an epoll socket's descriptor, past the channel's queue. For the
/// packages of this module. On the channel's loop.
///
/// A relay writes each event as soon as it is read, and what Netty does around a write (a buffer, a
/// promise, the queue) costs more than everything else. With many streams, even checking the queue
/// causes some cache misses, so it is checked only while it may contain something.
public final class DirectWrite {
  private final EpollSocketChannel channel;
  private final Socket socket;
  private boolean mayWait = true;

  private DirectWrite(EpollSocketChannel channel) {
    this.channel = channel;
    this.socket = (Socket) channel.fd();
  }

  /// @param channel channel whose pipeline does not change what is written
  /// @return null if direct writes are not possible because the channel is not an epoll channel
  public static @Nullable DirectWrite to(SocketChannel channel) {
    return channel instanceof EpollSocketChannel epoll ? new DirectWrite(epoll) : null;
  }

  /// Must be called each time something is written to the channel itself.
  public void queued() {
    mayWait = true;
  }

  /// Whether direct writes are impossible now, because earlier bytes wait in the channel or it is
  /// closed.
  public boolean mustQueue() {
    if (mayWait) {
      ChannelOutboundBuffer queue = channel.unsafe().outboundBuffer();
      mayWait = queue == null || queue.totalPendingWriteBytes() > 0;
    }
    return mayWait || !socket.isOpen();
  }

  /// Writes as many of a buffer's readable bytes as the kernel takes at once, without moving its
  /// indices.
  ///
  /// @return number of bytes written, 0 if earlier ones still wait in the channel
  /// @throws IOException if the other side is gone
  public int send(ByteBuf bytes) throws IOException {
    return mustQueue() || !bytes.hasMemoryAddress()
        ? 0
        : socket.sendAddress(bytes.memoryAddress(), bytes.readerIndex(), bytes.writerIndex());
  }
}
