package dev.goodput.wire.server;

import dev.goodput.wire.Header;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An HTTP/1.x connection. It collects requests, passes them on one at a time, and queues pipelined
/// ones.
final class Connection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_LINE = 16 << 10;
  private static final int MAX_HEADERS = 64 << 10;
  private static final int MAX_EARLY = 64;

  private record Early(ServerRequest request, boolean keepAlive) {}

  private final HttpHandler handler;
  private final Loop loop;
  private final int maxBodyBytes;
  private final ArrayDeque<Early> early = new ArrayDeque<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
  private @Nullable HttpRequest incoming;
  private @Nullable Http1Response current;
  private boolean refused;

  /// Whether a pipelined request is about to be handled.
  private boolean waiting;

  Connection(HttpHandler handler, Loop loop, int maxBodyBytes) {
    this.handler = handler;
    this.loop = loop;
    this.maxBodyBytes = maxBodyBytes;
  }

  static HttpRequestDecoder decoder() {
    return new HttpRequestDecoder(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MAX_LINE)
            .setMaxHeaderSize(MAX_HEADERS)
            .setValidateHeaders(true));
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (!refused && message instanceof HttpObject object) {
        read(context, object);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    early.clear();
    if (current != null) {
      current.clientLeft();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("connection {}: {}", context.channel().remoteAddress(), cause.toString());
    var _ = context.close();
  }

  private void read(ChannelHandlerContext context, HttpObject object) {
    if (object.decoderResult().isFailure()) {
      refuse(context, 400, "malformed request");
      return;
    }
    if (object instanceof HttpRequest request) {
      incoming = request;
      body.reset();
      if (HttpUtil.is100ContinueExpected(request)) {
        var _ = context.writeAndFlush(Unpooled.wrappedBuffer(CONTINUE));
      }
    }
    if (object instanceof HttpContent content && incoming != null) {
      if (body.size() + content.content().readableBytes() > maxBodyBytes) {
        refuse(context, 413, "request body longer than " + maxBodyBytes + " bytes");
        return;
      }
      collect(content);
      if (object instanceof LastHttpContent) {
        complete(context, incoming);
      }
    }
  }

  private void collect(HttpContent content) {
    int length = content.content().readableBytes();
    byte[] piece = new byte[length];
    content.content().readBytes(piece);
    body.write(piece, 0, length);
  }

  private void complete(ChannelHandlerContext context, HttpRequest request) {
    incoming = null;
    boolean http10 = request.protocolVersion().equals(HttpVersion.HTTP_1_0);
    Early whole =
        new Early(
            new ServerRequest(
                request.method().name(),
                request.uri(),
                headers(request),
                body.toByteArray(),
                http10 ? ServerRequest.Version.TEN : ServerRequest.Version.ELEVEN,
                NanoClock.SYSTEM.nanoTime()),
            HttpUtil.isKeepAlive(request) && !http10);
    if (current == null && !waiting) {
      answer(context, whole);
    } else {
      early.add(whole);
      context.channel().config().setAutoRead(early.size() < MAX_EARLY);
    }
  }

  private void answer(ChannelHandlerContext context, Early whole) {
    Http1Response reply =
        new Http1Response(
            context.channel(), loop, whole.request(), whole.keepAlive(), () -> next(context));
    current = reply;
    try {
      handler.handle(whole.request(), reply);
    } catch (RuntimeException e) {
      LOG.error("handler of {} {}", whole.request().method(), whole.request().path(), e);
      reply.fail();
    }
  }

  /// Takes the next pipelined request after a response has ended.
  private void next(ChannelHandlerContext context) {
    current = null;
    Early whole = early.poll();
    if (whole != null) {
      waiting = true;
      context.channel().config().setAutoRead(true);
      // Run later, so that a handler that responds at once does not recurse through the queued
      // requests.
      loop.execute(() -> answerWaiting(context, whole));
    }
  }

  private void answerWaiting(ChannelHandlerContext context, Early whole) {
    waiting = false;
    if (context.channel().isActive()) {
      answer(context, whole);
    }
  }

  private void refuse(ChannelHandlerContext context, int status, String why) {
    refused = true;
    if (current != null) {
      // A response is in progress and cannot be interrupted by an error.
      var _ = context.close();
      return;
    }
    ServerRequest request =
        new ServerRequest("", "", List.of(), new byte[0], ServerRequest.Version.ELEVEN, 0);
    Http1Response reply = new Http1Response(context.channel(), loop, request, false, () -> {});
    reply.send(
        status,
        List.of(new Header("content-type", "text/plain")),
        (why + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static List<Header> headers(HttpRequest request) {
    List<Header> headers = new ArrayList<>();
    for (Map.Entry<String, String> entry : request.headers()) {
      headers.add(new Header(entry.getKey(), entry.getValue()));
    }
    return headers;
  }
}
