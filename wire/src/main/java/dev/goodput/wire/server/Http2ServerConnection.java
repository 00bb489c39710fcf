package dev.goodput.wire.server;

import dev.goodput.wire.Header;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.http2.Http2Link;
import dev.goodput.wire.http2.LinkListener;
import dev.goodput.wire.http2.StreamEnd;
import dev.goodput.wire.http2.StreamListener;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A client's HTTP/2 connection. Each stream is one request.
final class Http2ServerConnection implements LinkListener {
  private final HttpHandler handler;
  private final Loop loop;
  private final int maxBodyBytes;
  private @Nullable Http2Link link;

  Http2ServerConnection(HttpHandler handler, Loop loop, int maxBodyBytes) {
    this.handler = handler;
    this.loop = loop;
    this.maxBodyBytes = maxBodyBytes;
  }

  /// Sets the link of this connection.
  void over(Http2Link made) {
    link = made;
  }

  @Override
  public void ready() {
    // Clients may send requests at any time.
  }

  @Override
  public StreamListener opened(int stream) {
    Http2Link over = Objects.requireNonNull(link, "no link yet");
    return new ServerStream(handler, maxBodyBytes, new Http2Response(over, stream, loop));
  }

  @Override
  public void ended(@Nullable Throwable cause) {
    // Each stream is notified itself.
  }

  /// A request on an HTTP/2 stream, passed to the handler once it is complete.
  private static final class ServerStream implements StreamListener {
    private static final Logger LOG = LoggerFactory.getLogger(ServerStream.class);

    private final HttpHandler handler;
    private final int maxBodyBytes;
    private final Http2Response reply;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
    private @Nullable Http2Headers head;

    ServerStream(HttpHandler handler, int maxBodyBytes, Http2Response reply) {
      this.handler = handler;
      this.maxBodyBytes = maxBodyBytes;
      this.reply = reply;
    }

    @Override
    public void headers(Http2Headers fields, boolean last) {
      if (head == null) {
        head = fields;
        if (!last && "100-continue".contentEquals(fields.get("expect", ""))) {
          reply.sendContinue();
        }
      }
      if (last) {
        complete(head);
      }
    }

    @Override
    public int data(ByteBuf payload, boolean last) {
      int length = payload.readableBytes();
      if (body.size() + length > maxBodyBytes) {
        refuse(413, "request body longer than " + maxBodyBytes + " bytes");
      } else if (!reply.over()) {
        byte[] piece = new byte[length];
        payload.readBytes(piece);
        body.write(piece, 0, length);
      }
      Http2Headers requested = head;
      if (last && requested != null) {
        complete(requested);
      }
      return length;
    }

    private void complete(Http2Headers requested) {
      if (reply.over()) {
        return;
      }
      CharSequence method = requested.method();
      CharSequence path = requested.path();
      if (method == null || path == null) {
        refuse(400, "malformed request");
        return;
      }
      ServerRequest request =
          new ServerRequest(
              method.toString(),
              path.toString(),
              headers(requested),
              body.toByteArray(),
              ServerRequest.Version.TWO,
              NanoClock.SYSTEM.nanoTime());
      reply.bare(request.method().equals("HEAD"));
      try {
        handler.handle(request, reply);
      } catch (RuntimeException e) {
        LOG.error("handler of {} {}", request.method(), request.path(), e);
        reply.fail();
      }
    }

    /// Returns the fields in HTTP/1.1 form, with a `host`.
    private static List<Header> headers(Http2Headers fields) {
      List<Header> headers = new ArrayList<>();
      CharSequence authority = fields.authority();
      if (authority != null && !fields.contains("host")) {
        headers.add(new Header("host", authority.toString()));
      }
      for (Map.Entry<CharSequence, CharSequence> each : fields) {
        if (!Http2Headers.PseudoHeaderName.hasPseudoHeaderFormat(each.getKey())) {
          headers.add(new Header(each.getKey().toString(), each.getValue().toString()));
        }
      }
      return headers;
    }

    private void refuse(int status, String why) {
      reply.send(
          status,
          List.of(new Header("content-type", "text/plain")),
          (why + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void broken(StreamEnd end) {
      reply.clientLeft();
    }
  }
}
