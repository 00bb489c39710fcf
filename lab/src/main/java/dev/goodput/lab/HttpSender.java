package dev.goodput.lab;

import dev.goodput.load.Sender;
import dev.goodput.wire.Loop;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Call;
import dev.goodput.wire.client.CallListener;
import dev.goodput.wire.client.ClientOptions;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.client.LlmClient;
import dev.goodput.wire.client.Timeouts;

/// One loop's clients of a server: one that keeps the text of responses, for sessions and
/// tokenizers, and one that does not. Each opens connections only when it is used.
///
/// @param plain the client that keeps no text
/// @param keeping the client that keeps text
record HttpSender(LlmClient plain, LlmClient keeping) implements Sender, AutoCloseable {

  static HttpSender open(
      Loop loop, Endpoint endpoint, long originNanoTime, Timeouts timeouts, NanoClock clock) {
    return new HttpSender(
        LlmClient.open(loop, endpoint, new ClientOptions(originNanoTime, timeouts, false, clock)),
        LlmClient.open(loop, endpoint, new ClientOptions(originNanoTime, timeouts, true, clock)));
  }

  @Override
  public Call send(byte[] body, boolean stream, boolean keepText, CallListener listener) {
    return (keepText ? keeping : plain).send(body, stream, listener);
  }

  @Override
  public void openAhead(boolean keepText, int idle, int most, long untilNanos) {
    (keepText ? keeping : plain).openAhead(idle, most, untilNanos);
  }

  @Override
  public boolean connected(boolean keepText) {
    return (keepText ? keeping : plain).hasIdleConnection();
  }

  @Override
  public int refusedLocally() {
    return plain.refusedLocally() + keeping.refusedLocally();
  }

  /// Returns how many requests were sent a second time so far because their connection was stale.
  int sentAgain() {
    return plain.sentAgain() + keeping.sentAgain();
  }

  /// Returns how many connections were opened before a burst so far.
  int prewarmed() {
    return plain.prewarmed() + keeping.prewarmed();
  }

  @Override
  public void close() {
    plain.close();
    keeping.close();
  }
}
