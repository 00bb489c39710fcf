package dev.goodput.relay;

import dev.goodput.testing.RawServer;
import dev.goodput.testing.RawSocket;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Transport;
import dev.goodput.wire.http.BodySink;
import dev.goodput.wire.http.ResponseHead;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A relay with a witness that records what it sees.
final class RelayRig implements AutoCloseable {
  static final String POST =
      "POST /v1/chat/completions HTTP/1.1\r\nHost: gateway\r\nContent-Length: 2\r\n\r\n{}";

  private final EventLoops loops;
  private final Relay relay;
  private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();

  /// What a witness saw of one exchange.
  static final class Seen implements ExchangeListener {
    private final BlockingQueue<Seen> over;
    final ByteArrayOutputStream request = new ByteArrayOutputStream();
    final ByteArrayOutputStream answer = new ByteArrayOutputStream();
    final StringBuilder story = new StringBuilder();
    int status;
    long written;

    private Seen(BlockingQueue<Seen> over) {
      this.over = over;
    }

    private void record(String what) {
      story.append(story.isEmpty() ? "" : " ").append(what);
    }

    @Override
    public void requestBody(byte[] bytes, int from, int to) {
      request.write(bytes, from, to - from);
    }

    @Override
    public void requested(long nanos) {
      record("requested");
    }

    @Override
    public void attempt(Upstream upstream, long nanos) {
      record(upstream.name());
    }

    @Override
    public void connected(boolean reused, long nanos) {
      record(reused ? "reused" : "connected");
    }

    @Override
    public void sent(long nanos) {
      record("sent");
    }

    @Override
    public void responseHead(ResponseHead head, long nanos) {
      status = head.status();
    }

    @Override
    public BodySink answerBody() {
      return (bytes, from, to) -> answer.write(bytes, from, to - from);
    }

    @Override
    public void written(int bytes, long nanos) {
      written += bytes;
    }

    @Override
    public void attemptFailed(ExchangeOutcome ending, long nanos) {
      record(ending.getClass().getSimpleName());
    }

    @Override
    public void ended(ExchangeOutcome ending, long nanos) {
      record(ending.toString());
      over.add(this);
    }
  }

  RelayRig(String... urls) {
    this(RelayOptions.plain("127.0.0.1", 0), urls);
  }

  RelayRig(RelayOptions options, String... urls) {
    this(options, Transport.preferred(), urls);
  }

  RelayRig(RelayOptions options, Transport transport, String... urls) {
    this(options, transport, upstreams(urls), true);
  }

  private RelayRig(
      RelayOptions options, Transport transport, List<Upstream> upstreams, boolean after503) {
    loops = EventLoops.start(1, transport);
    relay =
        Relay.start(
            options,
            loops,
            (_, _) -> new Route.Forward(upstreams, after503, after503, new Seen(seen)),
            NanoClock.SYSTEM);
  }

  RelayRig(Router router) {
    loops = EventLoops.start(1);
    relay = Relay.start(RelayOptions.plain("127.0.0.1", 0), loops, router, NanoClock.SYSTEM);
  }

  /// Creates a rig for a given upstream.
  static RelayRig to(Upstream upstream) {
    return to(upstream, RelayOptions.plain("127.0.0.1", 0));
  }

  static RelayRig to(Upstream upstream, RelayOptions options) {
    return to(upstream, options, Transport.preferred());
  }

  static RelayRig to(Upstream upstream, RelayOptions options, Transport transport) {
    return new RelayRig(options, transport, List.of(upstream), false);
  }

  private static List<Upstream> upstreams(String... urls) {
    return java.util.stream.IntStream.range(0, urls.length)
        .mapToObj(place -> Upstream.of("u" + place, urls[place]))
        .toList();
  }

  /// Returns the requests a server received, without the loop headers.
  static List<String> unmarked(RawServer server) {
    return server.requests().stream()
        .map(each -> each.replaceAll("Goodput-Loop: [0-9a-f]{16}\r\n", ""))
        .toList();
  }

  Relay relay() {
    return relay;
  }

  RawSocket client() {
    return new RawSocket(relay.port());
  }

  /// Returns a client that has sent this request.
  RawSocket common(String request) {
    RawSocket client = client();
    client.send(request);
    return client;
  }

  /// Returns what was seen of the next exchange that ends.
  Seen over() throws InterruptedException {
    Seen next = seen.poll(10, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("no exchange ended");
    }
    return next;
  }

  /// Waits until no client connection or stream is held any more. Returns false after ten seconds.
  boolean forgetsAll() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (relay.clients() > 0 && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return relay.clients() == 0;
  }

  /// Returns a witness of this rig.
  Seen listener() {
    return new Seen(seen);
  }

  @Override
  public void close() {
    relay.close();
    loops.close();
  }
}
