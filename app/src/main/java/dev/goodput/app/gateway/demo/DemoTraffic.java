package dev.goodput.app.gateway.demo;

import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;
import dev.goodput.wire.client.ClientOptions;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.Exchange;
import dev.goodput.wire.client.LlmClient;
import dev.goodput.wire.client.Timeouts;
import dev.goodput.wire.dialect.Dialect;
import dev.goodput.wire.dialect.LlmRequest;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Light traffic with some variety: three tenants, sessions, shared prompt prefixes, a varying
/// rate, and clients that disconnect early. Confined to its event loop.
final class DemoTraffic implements AutoCloseable {
  /// The tenant names, which are also their keys.
  static final List<String> TENANTS = List.of("demo-blue", "demo-green", "demo-red");

  private static final double MEAN_RATE = 3;
  private static final double WAVE_SECONDS = 120;
  private static final double LEAVING = 0.06;
  private static final int SESSIONS = 12;
  private static final String SYSTEM =
      "You are a patient assistant who answers in whole sentences. ".repeat(12);

  private final Loop loop;
  private final String model;
  private final NanoClock clock;
  private final SplittableRandom random;
  private final Dialect chat = Dialect.named("chat");
  private final List<LlmClient> clients;

  /// @param url the URL of the gateway
  /// @param model the model to request
  DemoTraffic(Loop loop, String url, String model, NanoClock clock, long seed) {
    this.loop = loop;
    this.model = model;
    this.clock = clock;
    this.random = new SplittableRandom(seed);
    this.clients = TENANTS.stream().map(tenant -> client(url, tenant)).toList();
  }

  private LlmClient client(String url, String tenant) {
    Endpoint endpoint =
        new Endpoint(
            Endpoint.parseUrl(url),
            chat,
            List.of(),
            Secret.of(tenant, "the demo"),
            Tls.SYSTEM,
            false,
            List.of());
    ClientOptions options = new ClientOptions(clock.nanoTime(), Timeouts.NONE, false, clock);
    return LlmClient.open(loop, endpoint, options);
  }

  /// Starts the traffic, which continues until the loop ends.
  void start() {
    long began = clock.nanoTime();
    loop.execute(() -> next(began));
  }

  private void next(long began) {
    ask();
    double seconds = (clock.nanoTime() - began) / 1e9;
    double wave = 1 + 0.6 * Math.sin(2 * Math.PI * seconds / WAVE_SECONDS);
    double gapNanos = -Math.log1p(-random.nextDouble()) / (MEAN_RATE * wave) * 1e9;
    var _ = loop.at(clock.nanoTime() + (long) gapNanos, () -> next(began));
  }

  private void ask() {
    LlmClient client = clients.get(random.nextInt(clients.size()));
    int session = random.nextInt(SESSIONS);
    int tokens = (int) Math.clamp(Math.exp(4.6 + 0.7 * random.nextGaussian()), 4, 800);
    String question = "Tell me more of subject %d. ".formatted(session);
    List<LlmRequest.Turn> turns =
        List.of(
            new LlmRequest.Turn("system", SYSTEM),
            new LlmRequest.Turn("user", question.repeat(1 + random.nextInt(20))));
    String user = "{\"user\":\"session-%d\"}".formatted(session);
    byte[] body =
        chat.encode(new LlmRequest(model, turns, null, tokens, true, true, false, null, user));
    int maxChunks = random.nextDouble() < LEAVING ? 1 + random.nextInt(30) : Integer.MAX_VALUE;
    Reader reader = new Reader(maxChunks);
    reader.call = client.send(body, true, reader);
  }

  @Override
  public void close() {
    clients.forEach(LlmClient::close);
  }

  /// A client that reads a number of chunks and then disconnects.
  private static final class Reader implements CallListener {
    private int left;
    private @Nullable Call call;

    Reader(int maxChunks) {
      this.left = maxChunks;
    }

    @Override
    public void content(int events) {
      left -= events;
      if (left <= 0 && call != null) {
        call.cancel();
      }
    }

    @Override
    public void ended(Exchange exchange) {
      // The gateway reports the outcome.
    }
  }
}
