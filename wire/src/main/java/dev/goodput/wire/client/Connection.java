package dev.goodput.wire.client;

import dev.goodput.wire.DirectWrite;
import dev.goodput.wire.ReadConsumer;
import dev.goodput.wire.ReadStamp;
import dev.goodput.wire.Transport;
import dev.goodput.wire.dial.DialedConnection;
import dev.goodput.wire.http.ResponseHead;
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

/// An HTTP/1.1 connection, and the call it carries, if any. It is the only handler of its channel
/// apart from TLS. If the server turns out to speak HTTP/2, another handler replaces it.
final class Connection extends ChannelInboundHandlerAdapter
    implements ReadConsumer, CallTransport, DialedConnection {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  private static final long STALE_NANOS = 50_000_000;

  private final LlmClient client;
  private final SocketChannel channel;
  private @Nullable LiveCall call;
  private @Nullable Throwable broken;
  private int carried;
  private boolean prewarmed;
  private long madeInNanos;
  private long idleSince;
  private long idledNanos;
  private long carriedAt;
  private boolean outOfStep;
  private boolean gone;

  /// Time stamps of the reads whose bytes come from another handler.
  private final @Nullable ReadStamp stamp;

  /// Writes past the channel; null if the channel transforms what is written.
  private final @Nullable DirectWrite direct;

  /// Creates the connection and its socket.
  ///
  /// @param stamp time stamps for the reads if TLS or HTTP/2 may decode the socket's bytes; null if
  ///   this object reads the socket itself
  Connection(LlmClient client, Transport transport, @Nullable ReadStamp stamp) {
    this.client = client;
    this.stamp = stamp;
    this.channel = stamp == null ? transport.newSocket(this) : transport.newSocket();
    this.direct = stamp == null ? DirectWrite.to(channel) : null;
  }

  @Override
  public @Nullable ReadStamp stamp() {
    return stamp;
  }

  @Override
  public SocketChannel channel() {
    return channel;
  }

  @Override
  public boolean reused() {
    return prewarmed || carried > 1;
  }

  /// Notes that the connection goes to the pool before its first call, where the server may close
  /// it like any idle connection.
  void waitsInPool(long tookNanos, long now) {
    prewarmed = true;
    idleSince = now;
    madeIn(tookNanos);
  }

  /// Sets how long it took to make the connection, including TLS.
  void madeIn(long nanos) {
    madeInNanos = nanos;
  }

  @Override
  public long staleNanos() {
    return staleNanos(madeInNanos);
  }

  /// Returns the same for a connection that took this long to make.
  static long staleNanos(long madeInNanos) {
    return Math.max(STALE_NANOS, 4 * madeInNanos);
  }

  @Override
  public boolean refusable() {
    return false;
  }

  long idleSince() {
    return idleSince;
  }

  boolean usable() {
    return !gone && channel.isActive();
  }

  /// Starts a call and writes its request.
  void carry(LiveCall next, long now) {
    Request request = next.request();
    if (request == null) {
      throw new IllegalStateException("a call without a request");
    }
    call = next;
    carriedAt = now;
    idledNanos = carried > 0 ? now - idleSince : 0;
    carried++;
    next.connected(this, now);
    ByteBuf bytes = client.encode(channel.alloc(), request.one());
    if (wroteAtOnce(bytes)) {
      next.sent(client.now());
      return;
    }
    ChannelFuture write = channel.writeAndFlush(bytes);
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

  /// Writes what the socket takes at once, past the channel's queue. Releases the bytes if that is
  /// all of them. A broken socket takes nothing, and the channel then reports why.
  private boolean wroteAtOnce(ByteBuf bytes) {
    DirectWrite socket = direct;
    if (socket == null) {
      return false;
    }
    try {
      bytes.skipBytes(socket.send(bytes));
    } catch (IOException e) {
      LOG.debug("a request could not be written", e);
    }
    if (bytes.isReadable()) {
      socket.queued();
      return false;
    }
    bytes.release();
    return true;
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
    long now = stamp == null ? client.now() : stamp.nanos();
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
      // Bytes without a request: the server is closing the connection.
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
      current.notifyContent();
    } else {
      // If bytes follow the response, the connection is out of step and cannot be reused.
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

  /// Handles the end of a body whose call has already ended.
  private void drained(LiveCall over, long now) {
    if (over.reader().answer.complete()) {
      over.bodyEnded(now);
      released(over.reader().reusable());
    }
  }

  @Override
  public void released(boolean reusable) {
    LiveCall over = call;
    ResponseHead head = over == null ? null : over.reader().responseHead();
    if (head != null) {
      client.keepAlive().apply(head);
    }
    call = null;
    if (reusable && !outOfStep && client.pooled()) {
      idleSince = client.now();
      client.idle(this);
    } else {
      close();
    }
  }

  @Override
  public void drain() {
    LiveCall over = call;
    client.afterDrainTime(() -> {
      if (over != null && over.equals(call)) {
        close();
      }
    });
  }

  @Override
  public void abandon() {
    call = null;
    close();
  }

  @Override
  public void close() {
    if (!gone) {
      gone();
      Future<?> _ = channel.close();
    }
  }

  /// Closes the connection; its call ends as reset.
  void reset() {
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
    if (current == null && carried > 0) {
      client.keepAlive().closedAfter(client.now() - idleSince);
    } else if (current != null && !current.reader().hasStarted()) {
      client.keepAlive().refusedAfter(idledNanos, client.now() - carriedAt);
    }
    if (current != null && !current.ended()) {
      current.lost(this, broken, client.now());
    }
  }
}
