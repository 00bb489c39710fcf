package dev.goodput.lab.hop;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.LlmRequest;
import java.time.Duration;
import java.util.List;

/// The targets and options of the probes.
///
/// @param direct the server without a proxy
/// @param via the same server behind the proxy
/// @param directModel the server's name of its model
/// @param viaModel the proxy's name of the model
/// @param clock the clock of all stamps
/// @param timeout how long a probe's response may take
record ProbeTools(
    Endpoint direct,
    Endpoint via,
    String directModel,
    String viaModel,
    NanoClock clock,
    Duration timeout) {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /// Creates probe options with the default patience.
  ProbeTools(Endpoint direct, Endpoint via, String directModel, String viaModel, NanoClock clock) {
    this(direct, via, directModel, viaModel, clock, TIMEOUT);
  }

  /// Sends a request to the server.
  RawResponse direct(String prompt, int tokens) {
    return whole(RawExchange.ask(direct, directQuestion(prompt, tokens), clock));
  }

  /// Sends a request through the proxy.
  RawResponse via(String prompt, int tokens) {
    return whole(callVia(prompt, tokens));
  }

  /// Sends a request through the proxy without reading the response yet.
  RawExchange callVia(String prompt, int tokens) {
    return RawExchange.ask(via, viaQuestion(prompt, tokens), clock);
  }

  /// Sends a request to the server without reading the response yet.
  RawExchange callDirect(String prompt, int tokens) {
    return RawExchange.ask(direct, directQuestion(prompt, tokens), clock);
  }

  private RawResponse whole(RawExchange call) {
    try (call) {
      return call.toEnd(timeout);
    }
  }

  /// Returns a request body for the proxy.
  byte[] viaQuestion(String prompt, int tokens) {
    return question(via, viaModel, prompt, tokens);
  }

  /// Returns a request body for the server.
  byte[] directQuestion(String prompt, int tokens) {
    return question(direct, directModel, prompt, tokens);
  }

  private static byte[] question(Endpoint endpoint, String model, String prompt, int tokens) {
    boolean bare = endpoint.dialect().takesBarePrompts();
    return endpoint
        .dialect()
        .encode(
            new LlmRequest(
                model,
                bare ? List.of() : List.of(new LlmRequest.Turn("user", prompt)),
                bare ? prompt : null,
                tokens,
                true,
                true,
                false,
                0.0,
                null));
  }
}
