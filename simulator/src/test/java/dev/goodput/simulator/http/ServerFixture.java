package dev.goodput.simulator.http;

import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.simulator.testing.RawClient;
import dev.goodput.simulator.testing.Reply;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/// A fast simulated server and the requests that tests send to it.
final class ServerFixture implements AutoCloseable {
  static final String CHAT = "/v1/chat/completions";
  static final String TEXT = "/v1/completions";
  static final Instant BEGAN = Instant.ofEpochSecond(1_234_567_890);
  private static final long TIMEOUT_NANOS = 30_000_000_000L;

  final SimulatorServer server;

  private ServerFixture(SimulatorServer server) {
    this.server = server;
  }

  static ServerFixture plain() {
    return with(UnaryOperator.identity());
  }

  static ServerFixture with(UnaryOperator<SimulatorOptions> change) {
    EngineProfile fast = EngineProfile.named("b200", "llama-3.2-1b");
    return new ServerFixture(
        SimulatorServer.start(change.apply(SimulatorOptions.of(fast)), () -> BEGAN));
  }

  /// Returns a chat request for this many tokens, with additional fields (each starting with a
  /// comma).
  static String chat(int tokens, String more) {
    return "{\"model\":\"Llama-3.2-1B\",\"messages\":[{\"role\":\"user\",\"content\":\"Tell me"
        + " about the sea.\"}],\"max_tokens\":"
        + tokens
        + ",\"ignore_eos\":true"
        + more
        + "}";
  }

  static String stream(int tokens, String more) {
    return chat(tokens, ",\"stream\":true" + more);
  }

  Reply post(String body, String... headers) {
    return RawClient.post(server.port(), CHAT, body, headers);
  }

  Reply text(String body) {
    return RawClient.post(server.port(), TEXT, body);
  }

  Reply get(String path) {
    return RawClient.get(server.port(), path);
  }

  /// Waits until the engine's statistics meet a condition.
  void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TIMEOUT_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("still not so: " + server.stats());
      }
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
