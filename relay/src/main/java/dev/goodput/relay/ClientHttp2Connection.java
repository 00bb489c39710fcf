package dev.goodput.relay;

import dev.goodput.wire.BadRequestException;
import dev.goodput.wire.http2.ChunkEncoder;
import dev.goodput.wire.http2.HeadTranslator;
import dev.goodput.wire.http2.Http2Link;
import dev.goodput.wire.http2.LinkListener;
import dev.goodput.wire.http2.LinkOptions;
import dev.goodput.wire.http2.StreamEnd;
import dev.goodput.wire.http2.StreamListener;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A client's HTTP/2 connection. Each stream is one request and one exchange.
final class ClientHttp2Connection implements LinkListener {
  /// The limit on concurrent streams of a client.
  private static final int STREAMS = 1_000;

  /// How much a client may send on a stream before the gateway has taken it.
  private static final int STREAM_WINDOW = 256 << 10;

  /// Large enough that no upload blocks another one.
  private static final int CONNECTION_WINDOW = STREAMS * STREAM_WINDOW;

  /// How many resets a client may send in 30 seconds. Only an attack sends more.
  private static final int MAX_RESETS = 20_000;

  private static final int SCRATCH = 16 << 10;

  private final RelayLoop loop;
  private final RelayOptions options;
  private final Router router;
  private final byte[] scratch = new byte[SCRATCH];
  private @Nullable Http2Link link;
  private long idleSince;
  private boolean draining;

  private ClientHttp2Connection(RelayLoop loop, RelayOptions options, Router router) {
    this.loop = loop;
    this.options = options;
    this.router = router;
    this.idleSince = loop.now();
  }

  /// Returns a handler for a new connection.
  static Http2Link over(RelayLoop loop, RelayOptions options, Router router) {
    ClientHttp2Connection owner = new ClientHttp2Connection(loop, options, router);
    LinkOptions limits =
        new LinkOptions(
            true, STREAMS, STREAM_WINDOW, CONNECTION_WINDOW, options.maxHeadBytes(), MAX_RESETS);
    Http2Link made = Http2Link.of(limits, owner);
    owner.link = made;
    loop.add(owner);
    return made;
  }

  private Http2Link link() {
    return Objects.requireNonNull(link, "no link yet");
  }

  @Override
  public void ready() {
    idleSince = loop.now();
  }

  @Override
  public StreamListener opened(int stream) {
    idleSince = Long.MAX_VALUE;
    return new ClientStream(loop, options, router, link(), stream, scratch);
  }

  @Override
  public void malformed() {
    loop.counts().add(RelayCounts.Event.MALFORMED);
  }

  @Override
  public void streamEnded() {
    if (link().openStreams() > 0) {
      return;
    }
    idleSince = loop.now();
    if (draining) {
      link().cut();
    }
  }

  /// Closes the connection if it has been idle for longer than is allowed.
  void overdue(long now) {
    if (idleSince != Long.MAX_VALUE && now - idleSince >= options.keepAliveNanos()) {
      link().goAway();
      link().cut();
    }
  }

  /// Accepts no new streams; open ones continue.
  void drain() {
    draining = true;
    link().goAway();
    streamEnded();
  }

  void breakOff() {
    link().cut();
  }

  @Override
  public void ended(@Nullable Throwable cause) {
    loop.remove(this);
    loop.counts().disconnected();
  }

  /// One request on an HTTP/2 stream. It is translated to HTTP/1.1 and handled by a
  /// [ClientConnection], so that all limits and refusals are the same for both versions.
  private static final class ClientStream implements StreamListener {
    private final RelayLoop loop;
    private final RelayOptions options;
    private final Router router;
    private final Http2Link link;
    private final int stream;
    private final byte[] scratch;
    private @Nullable ClientConnection connection;
    private @Nullable StreamResponseWriter writer;
    private boolean chunked;

    ClientStream(
        RelayLoop loop,
        RelayOptions options,
        Router router,
        Http2Link link,
        int stream,
        byte[] scratch) {
      this.loop = loop;
      this.options = options;
      this.router = router;
      this.link = link;
      this.stream = stream;
      this.scratch = scratch;
    }

    @Override
    public void headers(Http2Headers fields, boolean last) {
      ClientConnection known = connection;
      if (known != null) {
        known.received(
            Unpooled.wrappedBuffer(ChunkEncoder.end(chunked ? fields : null)), loop.now());
        return;
      }
      CharSequence method = fields.method();
      if (method == null || fields.path() == null) {
        refuse();
        return;
      }
      chunked = !last && !fields.contains("content-length");
      byte[] head;
      try {
        head = HeadTranslator.request(fields, chunked);
      } catch (BadRequestException e) {
        refuse();
        return;
      }
      StreamResponseWriter out =
          new StreamResponseWriter(
              link, stream, "HEAD".contentEquals(method), scratch, this::closed);
      ClientConnection made = new ClientConnection(loop, options, router, out);
      writer = out;
      connection = made;
      made.opened();
      made.received(Unpooled.wrappedBuffer(head), loop.now());
    }

    private void refuse() {
      loop.counts().add(RelayCounts.Event.MALFORMED);
      link.reset(stream, Http2Error.PROTOCOL_ERROR);
    }

    @Override
    public int data(ByteBuf payload, boolean last) {
      int length = payload.readableBytes();
      ClientConnection known = connection;
      StreamResponseWriter out = writer;
      if (known == null || out == null) {
        return length;
      }
      ByteBuf bytes = chunked ? ChunkEncoder.of(payload, last) : payload.retainedDuplicate();
      try {
        known.received(bytes, loop.now());
      } finally {
        bytes.release();
      }
      return out.takes(length);
    }

    @Override
    public void takesMore() {
      ClientConnection known = connection;
      if (known != null) {
        known.writable();
      }
    }

    @Override
    public void closed() {
      ClientConnection known = connection;
      if (known != null) {
        // Run later: the exchange is in the middle of the write or the reset that closed the
        // stream.
        loop.loop().execute(known::gone);
      }
    }

    @Override
    public void broken(StreamEnd end) {
      ClientConnection known = connection;
      if (known == null) {
        return;
      }
      switch (end) {
        case StreamEnd.Invalid _ -> known.invalid();
        case StreamEnd.Reset _, StreamEnd.Refused _, StreamEnd.Lost _ -> known.gone();
      }
    }
  }
}
