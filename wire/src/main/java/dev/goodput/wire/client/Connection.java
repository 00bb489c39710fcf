package dev.goodput.wire.client;

import dev.goodput.record.Stamps;
import dev.goodput.wire.ReadTaker;
import dev.goodput.wire.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One connection and the call it carries, if any. The only handler of its channel, but for TLS.
final class Connection extends ChannelInboundHandlerAdapter implements ReadTaker {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  private static final long STALE_NANOS = 50_000_000;

  private final LlmClient client;
  private final SocketChannel channel;
  private @Nullable LiveCall call;
  private @Nullable Throwable broken;
  private int carried;
  private long madeInNanos;
  private boolean outOfStep;
  private boolean gone;

  /// The stamp of a socket read whose bytes went through TLS first.
  private long decryptedAt = Stamps.ABSENT;

  /// Makes the socket too; `plain` where its bytes are the server's own, not TLS's.
  Connection(LlmClient client, Transport transport, boolean plain) {
    this.client = client;
    this.channel = plain ? transport.newSocket(this) : transport.newSocket();
  }

  SocketChannel channel() {
    return channel;
  }

  /// Whether it carried a call before the one it carries now.
  boolean reused() {
    return carried > 1;
  }

  /// It was made, TLS included, in this time.
  void madeIn(long nanos) {
    madeInNanos = nanos;
  }

  /// How long after a request its loss may come of a server that had closed it before.
  long staleNanos() {
    return Math.max(STALE_NANOS, 4 * madeInNanos);
  }

  boolean usable() {
    return !gone && channel.isActive();
  }

  /// Takes a call on and writes its request.
  void carry(LiveCall next, long now) {
    byte[] request = next.request();
    if (request == null) {
      throw new IllegalStateException("a call without a request");
    }
    call = next;
    carried++;
    next.connected(this, now);
    ChannelFuture write = channel.writeAndFlush(client.encode(channel.alloc(), request));
    if (write.isSuccess()) {
      next.sent(client.now());
    } else {
      write.addListener(done -> {
        if (done.isSuccess()) {
          next.sent(client.now());
        }
      });
    }
  }

  void stampBeforeTls(long now) {
    decryptedAt = now;
  }

  @Override
  public ByteBuf room() {
    return client.room();
  }

  @Override
  public void read() {
    take(client.room(), client.now());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    long now = Stamps.present(decryptedAt) ? decryptedAt : client.now();
    ByteBuf buffer = (ByteBuf) message;
    try {
      take(buffer, now);
    } finally {
      buffer.release();
    }
  }

  private void take(ByteBuf buffer, long now) {
    LiveCall current = call;
    if (current == null) {
      // Nothing was asked: the server says goodbye.
      close();
      return;
    }
    byte[] scratch = client.scratch();
    boolean usual = true;
    boolean inStep = true;
    while (inStep && buffer.isReadable()) {
      int length = Math.min(buffer.readableBytes(), scratch.length);
      buffer.readBytes(scratch, 0, length);
      int from = current.skim(scratch, length, now);
      if (from < length) {
        usual = false;
        inStep = current.reader().read(scratch, from, length, now) == length - from;
      }
    }
    if (usual) {
      current.tell();
    } else {
      // Where something follows the response, this connection is out of step.
      outOfStep |= !inStep;
      wasRead(current, now);
    }
  }

  private void wasRead(LiveCall current, long now) {
    if (current.ended()) {
      drained(current, now);
    } else {
      current.wasRead(this, now);
    }
  }

  /// The caller heard of the end already; the connection waits for the end of the body.
  private void drained(LiveCall over, long now) {
    if (over.reader().complete()) {
      over.bodyEnded(now);
      released(over.reader().reusable());
    }
  }

  /// The call under way is complete.
  void released(boolean reusable) {
    call = null;
    if (reusable && !outOfStep && client.pooled()) {
      client.idle(this);
    } else {
      close();
    }
  }

  /// The call ended before the body: what still comes is read and dropped, for a while.
  void drain() {
    LiveCall over = call;
    client.afterDrainTime(() -> {
      if (over != null && over.equals(call)) {
        close();
      }
    });
  }

  /// The call left.
  void abandon() {
    call = null;
    close();
  }

  void close() {
    if (!gone) {
      gone();
      Future<?> _ = channel.close();
    }
  }

  /// Closes it under its call, which ends as reset.
  void breakOff() {
    Future<?> _ = channel.close();
  }

  private void gone() {
    gone = true;
    client.lostConnection(this);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException) && !(cause instanceof DecoderException)) {
      LOG.error("a fault of ours on a connection", cause);
    }
    broken = broken == null ? cause : broken;
    ended();
    Future<?> _ = channel.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    ended();
  }

  private void ended() {
    if (gone) {
      return;
    }
    gone();
    LiveCall current = call;
    call = null;
    if (current != null && !current.ended()) {
      current.lost(this, broken, client.now());
    }
  }
}
