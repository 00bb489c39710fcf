package dev.goodput.wire.server;

import dev.goodput.wire.Loop;
import dev.goodput.wire.http2.Http2Link;
import dev.goodput.wire.http2.LinkListener;
import dev.goodput.wire.http2.StreamListener;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
}
