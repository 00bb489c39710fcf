package dev.goodput.wire.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/// The streams of a connection, each with its taker. Takers are notified of what the codec read,
/// and of the reason when their stream ends early.
final class Streams extends Http2FrameAdapter {
  private final Http2Link link;
  private final LinkOwner owner;
  private final Http2Connection connection;
  private final Http2Connection.PropertyKey key;
  private boolean settled;

  Streams(Http2Link link, LinkOwner owner) {
    this.link = link;
    this.owner = owner;
    this.connection = link.connection();
    this.key = connection.newKey();
    connection.addListener(new Endings());
    link.encoder().flowController().listener(this::writabilityChanged);
  }

  /// A stream's taker, and the state of both directions.
  private static final class Held {
    final StreamTaker taker;
    boolean read;
    boolean written;
    boolean left;
    @Nullable StreamEnd end;

    Held(StreamTaker taker) {
      this.taker = taker;
    }
  }

  private @Nullable Held held(@Nullable Http2Stream stream) {
    return stream == null ? null : stream.getProperty(key);
  }

  void opened(@Nullable Http2Stream stream, StreamTaker taker, boolean last) {
    if (stream != null) {
      Held held = new Held(taker);
      held.written = last;
      stream.setProperty(key, held);
    }
  }

  void writes(@Nullable Http2Stream stream, boolean last) {
    Held held = held(stream);
    if (held != null) {
      held.written |= last;
    }
  }

  void left(Http2Stream stream) {
    Held held = held(stream);
    if (held != null) {
      held.left = true;
    }
  }

  void invalid(Http2Stream stream, String detail) {
    Held held = held(stream);
    if (held == null) {
      owner.malformed();
    } else if (held.end == null) {
      held.end = new StreamEnd.Invalid(detail);
    }
  }

  void ended(@Nullable Throwable cause) {
    owner.ended(cause);
  }

  private void writabilityChanged(Http2Stream stream) {
    Held held = held(stream);
    if (held != null && !held.left && link.takesMore(stream.id())) {
      held.taker.takesMore();
    }
  }

  @Override
  public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) {
    if (!settled) {
      settled = true;
      owner.ready();
    }
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context,
      int id,
      Http2Headers fields,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean last) {
    onHeadersRead(context, id, fields, padding, last);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context, int id, Http2Headers fields, int padding, boolean last) {
    Http2Stream stream = connection.stream(id);
    Held held = held(stream);
    if (held == null && connection.isServer() && stream != null) {
      opened(stream, owner.opened(id), false);
      held = held(stream);
    }
    if (held != null && !held.left) {
      held.read |= last;
      held.taker.headers(fields, last);
    }
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext context, int id, ByteBuf payload, int padding, boolean last) {
    int length = payload.readableBytes();
    Held held = held(connection.stream(id));
    if (held == null || held.left) {
      return length + padding;
    }
    held.read |= last;
    return held.taker.data(payload, last) + padding;
  }

  @Override
  public void onRstStreamRead(ChannelHandlerContext context, int id, long code) {
    Held held = held(connection.stream(id));
    if (held != null && held.end == null) {
      held.end =
          code == Http2Error.REFUSED_STREAM.code()
              ? new StreamEnd.Refused("the server refused the stream (REFUSED_STREAM)")
              : new StreamEnd.Reset(code);
    }
  }

  /// Handles streams that end before both sides are complete.
  private final class Endings extends Http2ConnectionAdapter {
    @Override
    public void onGoAwayReceived(int last, long code, ByteBuf debugData) {
      owner.goingAway();
    }

    @Override
    public void onStreamClosed(Http2Stream stream) {
      Held held = stream.removeProperty(key);
      boolean whole = held != null && held.read && held.written && held.end == null;
      if (held != null && !held.left && whole) {
        held.taker.closed();
      } else if (held != null && !held.left) {
        held.taker.broken(end(stream, held));
      }
      owner.streamEnded();
    }

    private StreamEnd end(Http2Stream stream, Held held) {
      StreamEnd known = held.end;
      if (known != null) {
        return known;
      }
      boolean unseen =
          connection.goAwayReceived()
              && connection.local().isValidStreamId(stream.id())
              && stream.id() > connection.local().lastStreamKnownByPeer();
      return unseen
          ? new StreamEnd.Refused("the server went away before the request (GOAWAY)")
          : new StreamEnd.Lost(link.broken());
    }
  }
}
