package dev.goodput.benchmark.gateway;

import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.ClientOptions;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.Exchange;
import dev.goodput.wire.client.LlmClient;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.dialect.LlmRequest;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// So many streams at once, each followed by the next, and how long each event was under way: from
/// the moment it carries to its stamp.
final class StreamLoad implements AutoCloseable {
  static final int TOKENS = 128;

  private static final long RAMP_NANOS = 2_000_000_000L;

  private final EventLoops loops = EventLoops.start(1);
  private final Loop loop = loops.loops().getFirst();
  private final NanoClock clock = NanoClock.SYSTEM;
  private final long origin = clock.nanoTime();
  private final Dialect chat = Dialect.named("chat");
  private final byte[] body;
  private final LlmClient client;
  private volatile String failure = "";

  /// @param delays from the server's write to the client's stamp
  /// @param gaps how much longer or shorter the gap between two events is at the client than at the
  ///   server
  /// @param firsts from the request to the first token
  record Seen(Delays delays, Delays gaps, Delays firsts) {}

  private StreamLoad(String url) {
    body =
        chat.encode(
            new LlmRequest(
                "truth",
                List.of(new LlmRequest.Turn("user", "go")),
                null,
                TOKENS,
                true,
                true,
                false,
                null,
                null));
    client =
        LlmClient.open(
            loop, Endpoint.of(url, chat), new ClientOptions(origin, Timeouts.NONE, true, clock));
  }

  static StreamLoad open(String url) {
    return new StreamLoad(url);
  }

  /// Streams for so long; those that are under way at the end are awaited and count.
  ///
  /// @throws IllegalStateException where one fails
  Seen run(int streams, int seconds) throws InterruptedException {
    long begin = clock.nanoTime();
    Round round = new Round(begin + seconds * 1_000_000_000L, streams);
    for (int i = 0; i < streams; i++) {
      boolean _ = loop.at(begin + RAMP_NANOS * i / streams, () -> next(round)) != null;
    }
    round.over.await();
    if (!failure.isEmpty()) {
      throw new IllegalStateException("a stream ended " + failure);
    }
    return new Seen(round.delays, round.gaps, round.firsts);
  }

  private static final class Round {
    private final long until;
    private final CountDownLatch over;
    private final Delays delays = new Delays();
    private final Delays gaps = new Delays();
    private final Delays firsts = new Delays();

    Round(long until, int streams) {
      this.until = until;
      this.over = new CountDownLatch(streams);
    }
  }

  private void next(Round round) {
    if (clock.nanoTime() >= round.until || !failure.isEmpty()) {
      round.over.countDown();
      return;
    }
    var _ = client.send(body, true, exchange -> ended(exchange, round));
  }

  private void ended(Exchange exchange, Round round) {
    String text = exchange.text();
    if (exchange.outcome() instanceof Outcome.Ok && text != null) {
      follow(exchange.chunks().cursor(), new Moments(text), round);
      round.firsts.add(exchange.firstTokenNanos() - exchange.sentNanos());
    } else {
      failure = exchange.outcome().toString();
    }
    loop.execute(() -> next(round));
  }

  private void follow(ChunkLog.Cursor chunk, Moments moments, Round round) {
    long before = Long.MIN_VALUE;
    while (chunk.next() && moments.next()) {
      long delay = origin + chunk.nanos() - moments.nanos();
      round.delays.add(delay);
      if (before != Long.MIN_VALUE) {
        round.gaps.add(Math.abs(delay - before));
      }
      before = delay;
    }
  }

  @Override
  public void close() {
    client.close();
    loops.close();
  }
}
