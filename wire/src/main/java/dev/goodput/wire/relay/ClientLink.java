package dev.goodput.wire.relay;

import dev.goodput.wire.http2.Http2Link;
import dev.goodput.wire.http2.LinkOptions;
import dev.goodput.wire.http2.LinkOwner;
import dev.goodput.wire.http2.StreamTaker;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One client's connection of HTTP/2: each stream is a request, and an exchange.
final class ClientLink implements LinkOwner {
  /// Streams that a client may have open at once.
  private static final int STREAMS = 1_000;

  /// What a client may send on a stream that nobody took yet.
  private static final int STREAM_WINDOW = 256 << 10;

  /// So much on all of them that no upload holds up another.
  private static final int CONNECTION_WINDOW = STREAMS * STREAM_WINDOW;

  /// Resets that a client may send in half a minute: so many leave nowhere but in an attack.
  private static final int MOST_RESETS = 20_000;

  private static final int SCRATCH = 16 << 10;

  private final RelayLoop loop;
  private final RelayOptions options;
  private final Switchboard board;
  private final byte[] scratch = new byte[SCRATCH];
  private @Nullable Http2Link link;
  private long idleSince;
  private boolean draining;

  private ClientLink(RelayLoop loop, RelayOptions options, Switchboard board) {
    this.loop = loop;
    this.options = options;
    this.board = board;
    this.idleSince = loop.now();
  }

  /// The handler of such a connection.
  static Http2Link over(RelayLoop loop, RelayOptions options, Switchboard board) {
    ClientLink owner = new ClientLink(loop, options, board);
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
  public StreamTaker opened(int stream) {
    idleSince = Long.MAX_VALUE;
    return new ClientStream(loop, options, board, link(), stream, scratch);
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

  /// Closes a connection that has nothing to do for longer than it may.
  void overdue(long now) {
    if (idleSince != Long.MAX_VALUE && now - idleSince >= options.keepAliveNanos()) {
      link().goAway();
      link().cut();
    }
  }

  /// Takes nothing new up; what is under way goes on.
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
