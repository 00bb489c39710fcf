package dev.goodput.gateway.exchange;

import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.CallListener;
import dev.goodput.wire.client.ClientOptions;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.Exchange;
import dev.goodput.wire.client.LlmClient;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A warm-up that sends streams through a gateway inside this process, on the loops that will carry
/// real traffic. Without it the first real streams would be late by milliseconds, as the code is
/// not compiled yet.
public final class WarmUp {
  private static final int STREAMS = 16;
  private static final int EVENTS = 128;
  private static final int ROUNDS = 1200;
  private static final byte[] EVENT =
      sse("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\" warm\"}}]}");
  private static final byte[] LAST =
      sse("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}");
  private static final byte[] DONE = sse("[DONE]");
  private static final byte[] ASK =
      "{\"model\":\"warm\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"up\"}]}"
          .getBytes(StandardCharsets.UTF_8);

  private final Loop loop;
  private final CountDownLatch done = new CountDownLatch(STREAMS);
  private final long until;
  private int begun;

  private WarmUp(Loop loop, long until) {
    this.loop = loop;
    this.until = until;
  }

  private static byte[] sse(String data) {
    return ("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
  }

  /// Runs until the warm-up's streams are done or the time is over.
  ///
  /// @param loops the loops that will carry the traffic
  /// @param listeners listeners of the same kind as the real ones; nothing they receive is real
  public static void run(EventLoops loops, List<TrafficListener> listeners, long maxNanos)
      throws InterruptedException {
    NanoClock clock = NanoClock.SYSTEM;
    long begin = clock.nanoTime();
    try (EventLoops own = EventLoops.start(1);
        HttpServer server =
            HttpServer.start(ServerOptions.plain("127.0.0.1", 0), own, (_, to) -> answer(to));
        Gateway gateway =
            Gateway.start(plan(server.port()), loops, () -> clock.nanoTime() - begin, listeners)) {
      Loop loop = own.loops().getFirst();
      WarmUp warmUp = new WarmUp(loop, begin + maxNanos);
      Endpoint endpoint = Endpoint.of("http://127.0.0.1:" + gateway.port(), Dialect.named("chat"));
      ClientOptions options = new ClientOptions(begin, Timeouts.NONE, false, clock);
      try (LlmClient client = LlmClient.open(loop, endpoint, options)) {
        loop.execute(() -> warmUp.begin(client));
        boolean _ = warmUp.done.await(maxNanos, TimeUnit.NANOSECONDS);
      }
    }
  }

  private static GatewayPlan plan(int port) {
    return GatewayPlan.simple(
            Upstream.of("warm-up", "http://127.0.0.1:" + port), SloClass.of("chat"))
        .withAddresses(new Listener("127.0.0.1", 0, null), AdminPlan.DEFAULTS);
  }

  private void begin(LlmClient client) {
    for (int i = 0; i < STREAMS; i++) {
      next(client);
    }
  }

  private void next(LlmClient client) {
    if (begun == ROUNDS || NanoClock.SYSTEM.nanoTime() > until) {
      done.countDown();
      return;
    }
    begun++;
    var _ =
        client.send(
            ASK,
            true,
            new CallListener() {
              @Override
              public void content(int events) {}

              @Override
              public void ended(Exchange exchange) {
                loop.execute(() -> next(client));
              }
            });
  }

  private static void answer(ServerResponse response) {
    response.head(200, List.of(new Header("content-type", "text/event-stream")));
    print(response, EVENTS);
  }

  /// Sends one event per turn of the loop, so that each is read separately.
  private static void print(ServerResponse response, int left) {
    if (left > 0) {
      response.body(EVENT);
      response.loop().execute(() -> print(response, left - 1));
      return;
    }
    response.body(LAST);
    response.body(DONE);
    response.end();
  }
}
