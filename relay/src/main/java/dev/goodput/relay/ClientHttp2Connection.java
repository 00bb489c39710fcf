package dev.goodput.relay;

import dev.goodput.wire.http2.Http2Link;
import dev.goodput.wire.http2.LinkListener;
import dev.goodput.wire.http2.LinkOptions;
import dev.goodput.wire.http2.StreamListener;
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
  private static final int MOST_RESETS = 20_000;

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
            true, STREAMS, STREAM_WINDOW, CONNECTION_WINDOW, options.mostHeadBytes(), MOST_RESETS);
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
    loop.counts().refused();
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
}
