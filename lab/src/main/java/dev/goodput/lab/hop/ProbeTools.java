package dev.goodput.lab.hop;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.LlmRequest;
import java.time.Duration;
import java.util.List;

/// Whom probes ask, and how.
///
/// @param direct the server without a proxy
/// @param via the same behind the proxy
/// @param directModel what the server calls its model
/// @param viaModel what the proxy calls it
/// @param clock of all stamps
/// @param patience how long an answer of a probe may take
record ProbeTools(
    Endpoint direct,
    Endpoint via,
    String directModel,
    String viaModel,
    NanoClock clock,
    Duration patience) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /// With the usual patience.
  ProbeTools(Endpoint direct, Endpoint via, String directModel, String viaModel, NanoClock clock) {
    this(direct, via, directModel, viaModel, clock, PATIENCE);
  }

  /// Asks the server.
  RawAnswer direct(String prompt, int tokens) {
    return whole(RawCall.ask(direct, directQuestion(prompt, tokens), clock));
  }

  /// Asks through the proxy.
  RawAnswer via(String prompt, int tokens) {
    return whole(callVia(prompt, tokens));
  }

  /// Asks through the proxy and reads nothing yet.
  RawCall callVia(String prompt, int tokens) {
    return RawCall.ask(via, viaQuestion(prompt, tokens), clock);
  }

  /// Asks the server and reads nothing yet.
  RawCall callDirect(String prompt, int tokens) {
    return RawCall.ask(direct, directQuestion(prompt, tokens), clock);
  }

  private RawAnswer whole(RawCall call) {
    try (call) {
      return call.toEnd(patience);
    }
  }

  /// A question as the proxy is asked it.
  byte[] viaQuestion(String prompt, int tokens) {
    return question(via, viaModel, prompt, tokens);
  }

  /// A question as the server is asked it.
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
