package dev.goodput.wire.server;

import dev.goodput.wire.Loop;
import dev.goodput.wire.http2.Http2Link;
import dev.goodput.wire.http2.LinkOwner;
import dev.goodput.wire.http2.StreamTaker;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One HTTP/2 connection of a client, each stream of which is one request.
final class StreamConnection implements LinkOwner {
  private final HttpHandler handler;
  private final Loop loop;
  private final int maxBodyBytes;
  private @Nullable Http2Link link;

  StreamConnection(HttpHandler handler, Loop loop, int maxBodyBytes) {
    this.handler = handler;
    this.loop = loop;
    this.maxBodyBytes = maxBodyBytes;
  }

  /// It runs over this link.
  void over(Http2Link made) {
    link = made;
  }

  @Override
  public void ready() {
    // Clients may ask as soon as they like.
  }

  @Override
  public StreamTaker opened(int stream) {
    Http2Link over = Objects.requireNonNull(link, "no link yet");
    return new ServerStream(handler, maxBodyBytes, new StreamReply(over, stream, loop));
  }

  @Override
  public void ended(@Nullable Throwable cause) {
    // Each stream hears of it.
  }
}
