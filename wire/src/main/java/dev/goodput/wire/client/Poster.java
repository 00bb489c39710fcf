package dev.goodput.wire.client;

import dev.goodput.record.Outcome;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.ExecutionException;

/// A sender of POST requests to one address, one after another, on a loop of its own that no load
/// shares.
///
/// Each request uses a new connection. Results contain no secret of the address. Belongs to one
/// thread; [#close()] may be called from any.
public final class Poster implements AutoCloseable {
  private final EventLoops loops;
  private final Loop loop;
  private final Endpoint endpoint;
  private final ClientOptions options;
  private final RequestTemplate head;

  private Poster(Endpoint endpoint, ClientOptions options, RequestTemplate head) {
    this.endpoint = endpoint;
    this.options = options;
    this.head = head;
    this.loops = EventLoops.start(1);
    this.loop = loops.loops().getFirst();
  }

  /// The result of one POST.
  ///
  /// @param outcome [Outcome.Empty] if the address accepted the body, otherwise the reason;
  ///   contains no secret
  /// @param retryAfterSeconds wait requested by the server, -1 if none
  /// @param answer body of the response if the request was accepted
  public record Posted(Outcome outcome, int retryAfterSeconds, ByteBuffer answer) {
    /// Whether the address took the body.
    public boolean taken() {
      return outcome instanceof Outcome.Empty;
    }
  }

  /// Opens a poster. Does not connect.
  ///
  /// @param address address with the headers that state the content type
  /// @param limit time limit for one POST, from connecting to the response
  /// @throws dev.goodput.wire.BadSettingException if a TLS file cannot be used
  public static Poster open(PageAddress address, Duration limit) {
    Endpoint endpoint = PageReader.endpoint(address);
    return open(endpoint, RequestTemplate.delivery(endpoint), limit);
  }

  /// Opens a poster of single requests to a model, to the path of the endpoint's dialect. Does not
  /// connect.
  ///
  /// @param limit time limit for one request, from connecting to the response
  /// @throws dev.goodput.wire.BadSettingException if a TLS file cannot be used
  public static Poster open(Endpoint endpoint, Duration limit) {
    return open(endpoint, RequestTemplate.post(endpoint), limit);
  }

  private static Poster open(Endpoint endpoint, RequestTemplate head, Duration limit) {
    Poster poster = new Poster(endpoint, PageReader.options(limit, 0, NanoClock.SYSTEM), head);
    try {
      poster.client().close();
    } catch (RuntimeException e) {
      poster.close();
      throw e;
    }
    return poster;
  }

  /// Posts a body and waits for the response, no longer than the limit.
  ///
  /// @throws InterruptedException if the thread is interrupted
  /// @throws dev.goodput.wire.BadSettingException if a TLS file can no longer be used
  public Posted post(byte[] body) throws InterruptedException {
    RawBody answer = new RawBody();
    try (LlmClient client = client()) {
      Exchange exchange = client.exchange(new Request(head, body), answer).get();
      return new Posted(
          exchange.outcome(),
          exchange.retryAfterSeconds(),
          ByteBuffer.wrap(answer.bytes()).asReadOnlyBuffer());
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /// Opens a client for each body, so that the host's name is resolved again in case the server
  /// moved.
  private LlmClient client() {
    return LlmClient.open(loop, endpoint, options);
  }

  /// Stops the loop.
  @Override
  public void close() {
    loops.close();
  }
}
