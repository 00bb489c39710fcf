package dev.goodput.relay;

import dev.goodput.wire.BadRequestException;
import dev.goodput.wire.http2.ChunkEncoder;
import dev.goodput.wire.http2.HeadTranslator;
import dev.goodput.wire.http2.Http2Link;
import dev.goodput.wire.http2.StreamEnd;
import dev.goodput.wire.http2.StreamListener;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import org.jspecify.annotations.Nullable;

/// One request on an HTTP/2 stream. It is translated to HTTP/1.1 and handled by a
/// [ClientConnection], so that all limits and refusals are the same for both versions.
final class ClientStream implements StreamListener {
  private final RelayLoop loop;
  private final RelayOptions options;
  private final Router router;
  private final Http2Link link;
  private final int stream;
  private final byte[] scratch;
  private @Nullable ClientConnection connection;
  private @Nullable StreamResponseWriter outlet;
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
      known.received(Unpooled.wrappedBuffer(ChunkEncoder.end(chunked ? fields : null)), loop.now());
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
        new StreamResponseWriter(link, stream, "HEAD".contentEquals(method), scratch, this::closed);
    ClientConnection made = new ClientConnection(loop, options, router, out);
    outlet = out;
    connection = made;
    made.opened();
    made.received(Unpooled.wrappedBuffer(head), loop.now());
  }

  private void refuse() {
    loop.counts().refused();
    link.reset(stream, Http2Error.PROTOCOL_ERROR);
  }

  @Override
  public int data(ByteBuf payload, boolean last) {
    int length = payload.readableBytes();
    ClientConnection known = connection;
    StreamResponseWriter out = outlet;
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
      // Run later: the exchange is in the middle of the write or the reset that closed the stream.
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
