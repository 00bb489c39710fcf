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
  private final LinkListener linkListener;
  private final Http2Connection connection;
  private final Http2Connection.PropertyKey key;
  private boolean settled;

  Streams(Http2Link link, LinkListener linkListener) {
    this.link = link;
    this.linkListener = linkListener;
    this.connection = link.connection();
    this.key = connection.newKey();
    connection.addListener(new StreamCloseListener());
    link.encoder().flowController().listener(this::writabilityChanged);
  }

  /// A stream's taker, and the state of both directions.
  private static final class StreamState {
    final StreamListener streamListener;
    boolean read;
    boolean written;
    boolean left;
    @Nullable StreamEnd end;

    StreamState(StreamListener streamListener) {
      this.streamListener = streamListener;
    }
  }

  private @Nullable StreamState held(@Nullable Http2Stream stream) {
    return stream == null ? null : stream.getProperty(key);
  }

  void opened(@Nullable Http2Stream stream, StreamListener streamListener, boolean last) {
    if (stream != null) {
      StreamState held = new StreamState(streamListener);
      held.written = last;
      stream.setProperty(key, held);
    }
  }

  void writes(@Nullable Http2Stream stream, boolean last) {
    StreamState held = held(stream);
    if (held != null) {
      held.written |= last;
    }
  }

  void left(Http2Stream stream) {
    StreamState held = held(stream);
    if (held != null) {
      held.left = true;
    }
  }

  void invalid(Http2Stream stream, String detail) {
    StreamState held = held(stream);
    if (held == null) {
      linkListener.malformed();
    } else if (held.end == null) {
      held.end = new StreamEnd.Invalid(detail);
    }
  }

  void ended(@Nullable Throwable cause) {
    linkListener.ended(cause);
  }

  private void writabilityChanged(Http2Stream stream) {
    StreamState held = held(stream);
    if (held != null && !held.left && link.takesMore(stream.id())) {
      held.streamListener.takesMore();
    }
  }

  @Override
  public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) {
    if (!settled) {
      settled = true;
      linkListener.ready();
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
    StreamState held = held(stream);
    if (held == null && connection.isServer() && stream != null) {
      opened(stream, linkListener.opened(id), false);
      held = held(stream);
    }
    if (held != null && !held.left) {
      held.read |= last;
      held.streamListener.headers(fields, last);
    }
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext context, int id, ByteBuf payload, int padding, boolean last) {
    int length = payload.readableBytes();
    StreamState held = held(connection.stream(id));
    if (held == null || held.left) {
      return length + padding;
    }
    held.read |= last;
    return held.streamListener.data(payload, last) + padding;
  }

  @Override
  public void onRstStreamRead(ChannelHandlerContext context, int id, long code) {
    StreamState held = held(connection.stream(id));
    if (held != null && held.end == null) {
      held.end =
          code == Http2Error.REFUSED_STREAM.code()
              ? new StreamEnd.Refused("the server refused the stream (REFUSED_STREAM)")
              : new StreamEnd.Reset(code);
    }
  }

  /// Handles streams that end before both sides are complete.
  private final class StreamCloseListener extends Http2ConnectionAdapter {
    @Override
    public void onGoAwayReceived(int last, long code, ByteBuf debugData) {
      linkListener.goingAway();
    }

    @Override
    public void onStreamClosed(Http2Stream stream) {
      StreamState held = stream.removeProperty(key);
      boolean whole = held != null && held.read && held.written && held.end == null;
      if (held != null && !held.left && whole) {
        held.streamListener.closed();
      } else if (held != null && !held.left) {
        held.streamListener.broken(end(stream, held));
      }
      linkListener.streamEnded();
    }

    private StreamEnd end(Http2Stream stream, StreamState held) {
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
