package dev.goodput.wire.client;

import dev.goodput.record.Outcome;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dialect.LlmRequest;
import dev.goodput.wire.http.ResponseHead;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The sender of a pre-flight's requests, one after another. It notifies a listener while it waits.
final class ProbeSender {
  private static final long CONNECT_NANOS = 10_000_000_000L;

  private final Endpoint endpoint;
  private final Loop loop;
  private final LlmClient client;
  private final PreflightListener listener;
  private final Duration timeout;
  private int requested;

  /// @param step time limit for a response
  /// @param timeout how long to wait before the listener is notified; after that, twice in this
  ///   time
  ProbeSender(
      Endpoint endpoint, Loop loop, Duration step, PreflightListener listener, Duration timeout) {
    this.endpoint = endpoint;
    this.loop = loop;
    this.listener = listener;
    this.timeout = timeout;
    long most = step.toNanos();
    var timeouts = new Timeouts(Math.min(most, CONNECT_NANOS), most, most, most);
    this.client =
        LlmClient.open(
            loop,
            endpoint,
            new ClientOptions(NanoClock.SYSTEM.nanoTime(), timeouts, false, NanoClock.SYSTEM));
  }

  /// The result of one request.
  ///
  /// @param request method and path, used in messages
  /// @param head head of the response, null if there was none
  /// @param body raw body of a response to a GET
  record Reply(String request, Exchange exchange, @Nullable ResponseHead head, String body) {
    Outcome outcome() {
      return exchange.outcome();
    }

    /// Returns a response header, given by its lower-case name; empty if there is none.
    String header(String name) {
      return head == null ? "" : head.joined(name).strip();
    }
  }

  /// Reads the model list, if the dialect has one.
  Reply models() {
    String apiPath = endpoint.dialect().modelsPath();
    RawBody body = new RawBody();
    Request request = RequestTemplate.get(endpoint, apiPath);
    return await(
        "GET " + path(apiPath),
        "the model list of ",
        body,
        callListener -> client.start(request, false, _ -> body, callListener));
  }

  Reply post(LlmRequest ask) {
    byte[] request = endpoint.dialect().encode(ask);
    return await(
        "POST " + path(endpoint.dialect().path()),
        requested++ == 0 ? "the first answer of " : "another answer of ",
        new RawBody(),
        callListener -> client.ask(request, ask.stream(), callListener));
  }

  /// Returns the number of probes sent so far, without the model list.
  int requested() {
    return requested;
  }

  /// Returns the version of HTTP that the server speaks, known after its first response.
  HttpVersion http() {
    return client.http();
  }

  Redaction redaction() {
    return client.redaction();
  }

  void close() {
    client.close();
  }

  private String path(String apiPath) {
    return MaskedUrl.query(BaseUrl.path(endpoint.baseUrl(), apiPath));
  }

  /// Runs an exchange on the loop and waits for its end, which the timeouts guarantee.
  private Reply await(
      String request, String what, RawBody body, Function<CallListener, LiveCall> start) {
    CompletableFuture<Exchange> done = new CompletableFuture<>();
    LiveCall[] call = new LiveCall[1];
    loop.execute(() -> {
      try {
        call[0] = start.apply(done::complete);
      } catch (RuntimeException e) {
        done.completeExceptionally(e);
      }
    });
    awaitNotifying(done, what + BaseUrl.shown(endpoint.baseUrl()));
    return new Reply(request, done.join(), call[0].reader().responseHead(), body.text().strip());
  }

  private void awaitNotifying(CompletableFuture<Exchange> done, String what) {
    Duration waited = timeout;
    boolean over = within(done, timeout);
    while (!over) {
      listener.waiting(what, waited);
      waited = waited.plus(timeout.dividedBy(2));
      over = within(done, timeout.dividedBy(2));
    }
  }

  private static boolean within(CompletableFuture<Exchange> done, Duration time) {
    try {
      Exchange _ = done.copy().orTimeout(time.toNanos(), TimeUnit.NANOSECONDS).join();
      return true;
    } catch (CompletionException e) {
      // The future itself reports any other failure.
      return !(e.getCause() instanceof TimeoutException);
    }
  }
}
