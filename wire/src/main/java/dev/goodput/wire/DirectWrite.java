package dev.goodput.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.Socket;
import java.io.IOException;

/// Writes that go from memory to an epoll socket's descriptor, past the channel's own queue; for
/// the packages of this module.
///
/// A relay writes each event as it reads it, and what surrounds a write in Netty (a buffer of its
/// own, a promise, the queue) costs more than all else it does.
public final class DirectWrite {
  private DirectWrite() {}

  /// Whether a channel's bytes can go this way: it is epoll's, and nothing in its pipeline changes
  /// what is written.
  public static boolean possible(SocketChannel channel) {
    return channel instanceof EpollSocketChannel;
  }

  /// Writes as much of a buffer's readable bytes as the kernel takes at once; its indices stay. On
  /// the channel's loop.
  ///
  /// @return how many bytes it took, 0 also where earlier ones still wait in the channel
  /// @throws IOException where the other side is gone
  public static int send(SocketChannel channel, ByteBuf bytes) throws IOException {
    ChannelOutboundBuffer queue = channel.unsafe().outboundBuffer();
    if (queue == null || !queue.isEmpty() || !bytes.hasMemoryAddress()) {
      return 0;
    }
    Socket socket = (Socket) ((EpollSocketChannel) channel).fd();
    return socket.sendAddress(bytes.memoryAddress(), bytes.readerIndex(), bytes.writerIndex());
  }
}
