package dev.goodput.relay;

import dev.goodput.wire.ReadConsumer;
import dev.goodput.wire.ReadStamp;
import dev.goodput.wire.dial.DialedConnection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A connection to an upstream, and the exchange it carries, if any.
final class UpstreamConnection extends ChannelInboundHandlerAdapter
    implements ReadConsumer, UpstreamTransport, DialedConnection {
  private static final Logger LOG = LoggerFactory.getLogger(UpstreamConnection.class);

  private final RelayLoop loop;
  private final UpstreamPool pool;
  private final SocketChannel channel;
  private final @Nullable ReadStamp stamp;
  private @Nullable Exchange exchange;
  private @Nullable Throwable broken;
  private Runnable readOn = () -> {};
  private long idleSince;
  private long carriedAt;

  /// How long the connection had been idle before the current unanswered request; 0 if there is
  /// none.
  private long idledNanos;

  private boolean reused;
  private boolean paused;
  private boolean gone;

  /// Creates the connection and its socket.
  ///
  /// @param stamp time stamps for the reads if TLS or HTTP/2 may decode the socket's bytes; null if
  ///   this object reads the socket itself
  UpstreamConnection(RelayLoop loop, UpstreamPool pool, @Nullable ReadStamp stamp) {
    this.loop = loop;
    this.pool = pool;
    this.stamp = stamp;
    this.channel =
        stamp == null
            ? loop.loop().transport().newSocket(this)
            : loop.loop().transport().newSocket();
  }

  @Override
  public @Nullable ReadStamp stamp() {
    return stamp;
  }

  @Override
  public SocketChannel channel() {
    return channel;
  }

  boolean usable() {
    return !gone && channel.isActive();
  }

  long idleSince() {
    return idleSince;
  }

  @Override
  public void carry(Exchange next) {
    exchange = next;
    carriedAt = loop.now();
    idledNanos = reused ? carriedAt - idleSince : 0;
  }

  /// Puts the connection into the idle state.
  void idle(long now) {
    exchange = null;
    idleSince = now;
    reused = true;
    resume();
  }

  @Override
  public void release(long now) {
    pool.release(this, now);
  }

  @Override
  public void abandon() {
    exchange = null;
    close();
  }

  @Override
  public ChannelFuture write(ByteBuf bytes) {
    return channel.write(bytes);
  }

  @Override
  public void flush() {
    var _ = channel.flush();
  }

  @Override
  public boolean writable() {
    return channel.isWritable();
  }

  @Override
  public void pause() {
    if (!paused) {
      paused = true;
      channel.config().setAutoRead(false);
    }
  }

  @Override
  public void resume() {
    if (paused) {
      paused = false;
      channel.config().setAutoRead(true);
      loop.loop().execute(readOn);
    }
  }

  @Override
  public boolean paused() {
    return paused;
  }

  @Override
  public void attached(Runnable reads) {
    readOn = reads;
  }

  @Override
  public ByteBuf room() {
    return loop.room();
  }

  @Override
  public void read() {
    take(loop.room());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    try {
      take(bytes);
    } finally {
      bytes.release();
    }
  }

  private void take(ByteBuf bytes) {
    Exchange current = exchange;
    if (current == null) {
      // Bytes without a request: the server is closing the connection.
      close();
    } else {
      idledNanos = 0;
      current.answer(bytes, stamp == null ? loop.now() : stamp.nanos());
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    Exchange current = exchange;
    if (current != null) {
      current.upstreamWritable(channel.isWritable());
    }
  }

  /// A server ends TLS with `close_notify`. If the connection ends without it, the response may be
  /// truncated (RFC 9112 §9.8).
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof SslCloseCompletionEvent end && !end.isSuccess()) {
      broken = broken == null ? new IOException("closed without an end of TLS") : broken;
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException) && !(cause instanceof DecoderException)) {
      LOG.error("a fault of ours on an upstream connection", cause);
    }
    broken = broken == null ? cause : broken;
    Future<?> _ = channel.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (gone) {
      return;
    }
    gone = true;
    Exchange current = exchange;
    exchange = null;
    if (current == null) {
      pool.closedIdle(this, loop.now());
    } else {
      pool.closedUnanswered(idledNanos, loop.now() - carriedAt);
      current.upstreamEnded(broken, loop.now());
    }
  }

  @Override
  public void close() {
    gone = true;
    Future<?> _ = channel.close();
  }
}
