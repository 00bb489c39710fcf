package dev.goodput.wire.client;

import dev.goodput.wire.dial.SharedConnection;
import dev.goodput.wire.http.ResponseHead;
import dev.goodput.wire.http2.HeadTranslator;
import dev.goodput.wire.http2.Http2Link;
import dev.goodput.wire.http2.StreamEnd;
import dev.goodput.wire.http2.StreamListener;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A call on a stream of a shared HTTP/2 connection. Each DATA frame gets the stamp of the socket
/// read that completed it.
final class CallStream implements CallTransport, StreamListener {
  private final LlmClient client;
  private final SharedConnection<LiveCall, Connection> connection;
  private final LiveCall call;
  private final boolean reused;
  private int stream;
  private boolean whole;

  CallStream(
      LlmClient client,
      SharedConnection<LiveCall, Connection> connection,
      LiveCall call,
      boolean reused) {
    this.client = client;
    this.connection = connection;
    this.call = call;
    this.reused = reused;
  }

  /// Opens the stream and writes the request.
  void open(long now) {
    Request request = call.request();
    if (request == null) {
      throw new IllegalStateException("a call without a request");
    }
    call.connected(this, now);
    Http2Link link = connection.link();
    boolean bare = request.body().length == 0;
    Http2Link.Opened opened = link.open(request.two(), bare, this);
    stream = opened.stream();
    ChannelFuture written =
        bare ? opened.written() : link.data(stream, Unpooled.wrappedBuffer(request.body()), true);
    link.flush();
    if (written.isSuccess()) {
      call.sent(client.now());
    } else {
      written.addListener(this::written);
    }
  }

  private void written(Future<?> result) {
    if (result.isSuccess()) {
      call.sent(client.now());
    } else {
      call.lost(this, result.cause(), client.now());
    }
  }

  @Override
  public boolean reused() {
    return reused;
  }

  @Override
  public long staleNanos() {
    return Connection.staleNanos(connection.madeInNanos());
  }

  @Override
  public boolean refusable() {
    return true;
  }

  @Override
  public void released(boolean reusable) {
    if (!whole) {
      abandon();
    }
  }

  @Override
  public void drain() {
    client.afterDrainTime(() -> {
      if (!whole) {
        abandon();
      }
    });
  }

  @Override
  public void abandon() {
    connection.link().reset(stream, Http2Error.CANCEL);
  }

  @Override
  public void headers(Http2Headers fields, boolean last) {
    whole |= last;
    long now = connection.readAt();
    int status = HeadTranslator.status(fields);
    boolean interim = status / 100 == 1 && !last;
    ResponseHead head =
        status < 0 ? null : ResponseHead.of(HeadTranslator.response(status, fields, ""));
    if (!call.ended() && head != null && !interim) {
      call.reader().head(head, now);
    }
    ended(last, now);
  }

  @Override
  public int data(ByteBuf payload, boolean last) {
    whole |= last;
    int taken = payload.readableBytes();
    long now = connection.readAt();
    if (!call.ended()) {
      take(payload, now);
    }
    ended(last, now);
    return taken;
  }

  private void take(ByteBuf payload, long now) {
    byte[] scratch = client.scratch();
    boolean usual = true;
    while (payload.isReadable()) {
      int length = Math.min(payload.readableBytes(), scratch.length);
      payload.readBytes(scratch, 0, length);
      int from = call.skimEvents(scratch, length, now);
      if (from < length) {
        usual = false;
        call.reader().payload(scratch, from, length, now);
      }
    }
    if (usual) {
      call.notifyContent();
    } else {
      call.wasRead(this, now);
    }
  }

  private void ended(boolean last, long now) {
    if (last && !call.ended()) {
      call.reader().end(now);
      call.wasRead(this, now);
    }
  }

  @Override
  public void broken(StreamEnd end) {
    whole = true;
    long now = client.now();
    switch (end) {
      case StreamEnd.Refused(String why) -> call.turnedAway(why, now);
      case StreamEnd.Lost(Throwable cause) -> call.lost(this, cause, now);
      case StreamEnd.Reset(long code) -> call.broken(reset(code), now);
      case StreamEnd.Invalid(String detail) -> {
        if (!call.ended()) {
          call.reader().answer.malformed("not HTTP/2: " + detail);
          call.wasRead(this, now);
        }
      }
    }
  }

  /// Returns the error of a reset. A reset with `NO_ERROR` is an end without an error, like a
  /// connection that closes in the middle of a body.
  private static @Nullable IOException reset(long code) {
    return code == Http2Error.NO_ERROR.code()
        ? null
        : new IOException("the server reset the stream (" + errorName(code) + ")");
  }

  private static String errorName(long code) {
    Http2Error known = Http2Error.valueOf(code);
    return known == null ? "code " + code : known.name();
  }
}
