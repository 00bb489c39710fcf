package dev.goodput.wire.client;

import dev.goodput.record.Outcome;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Posts bodies to one address, one after the other, on a loop of its own that no load shares.
///
/// Each over a connection of its own. What it tells holds no secret of the address. Belongs to one
/// thread; [#close()] may come from any.
public final class Poster implements AutoCloseable {
  private final EventLoops loops;
  private final Loop loop;
  private final Endpoint endpoint;
  private final ClientOptions options;
  private final RequestHead head;

  private Poster(Endpoint endpoint, ClientOptions options) {
    this.endpoint = endpoint;
    this.options = options;
    this.head = RequestHead.delivery(endpoint);
    this.loops = EventLoops.start(1);
    this.loop = loops.loops().getFirst();
  }

  /// What came of a body that was posted.
  ///
  /// @param outcome [Outcome.Empty] where the address took it, else why not; holds no secret
  /// @param retryAfterSeconds what the address asked to wait, -1 where it asked nothing
  /// @param answer the body of the answer where it was taken
  public record Posted(Outcome outcome, int retryAfterSeconds, ByteBuffer answer) {
    /// Whether the address took the body.
    public boolean taken() {
      return outcome instanceof Outcome.Empty;
    }
  }

  /// Opens a poster; no connection is made.
  ///
  /// @param address with the headers that tell the kind of the bodies
  /// @param limit how long one may take, its connection and its answer included
  /// @throws dev.goodput.wire.BadSettingException where a TLS file is of no use
  public static Poster open(PageAddress address, Duration limit) {
    Poster poster =
        new Poster(PageReader.endpoint(address), PageReader.options(limit, 0, NanoClock.SYSTEM));
    try {
      poster.client().close();
    } catch (RuntimeException e) {
      poster.close();
      throw e;
    }
    return poster;
  }

  /// Posts a body and waits for the answer, no longer than the limit.
  ///
  /// @throws InterruptedException where the thread was told not to wait any longer
  /// @throws dev.goodput.wire.BadSettingException where a TLS file is of no use any more
  public Posted post(byte[] body) throws InterruptedException {
    RawBody answer = new RawBody();
    try (LlmClient client = client()) {
      Exchange exchange = sent(client, body, answer).get();
      return new Posted(
          exchange.outcome(),
          exchange.retryAfterSeconds(),
          ByteBuffer.wrap(answer.bytes()).asReadOnlyBuffer());
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /// One for each body: the host's name is resolved anew, as servers move.
  private LlmClient client() {
    return LlmClient.open(loop, endpoint, options);
  }

  private CompletableFuture<Exchange> sent(LlmClient client, byte[] body, RawBody answer) {
    Request request = new Request(head, body);
    CompletableFuture<Exchange> done = new CompletableFuture<>();
    loop.execute(() -> {
      try {
        LiveCall _ = client.start(request, false, _ -> answer, done::complete);
      } catch (RuntimeException e) {
        done.completeExceptionally(e);
      }
    });
    return done;
  }

  /// Stops the loop.
  @Override
  public void close() {
    loops.close();
  }
}
