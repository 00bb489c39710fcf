package dev.goodput.simulator.http;

import dev.goodput.simulator.fault.FaultPlan;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.server.ServerOptions;
import org.jspecify.annotations.Nullable;

/// The options of a simulated server. Start with [#of] and change what differs.
///
/// @param profile simulated profile
/// @param listen address, port (0 for any) and TLS settings
/// @param model name that the model is served under
/// @param apiKey key that requests must send as bearer token; null for none
/// @param faults planned faults
/// @param answers options of the responses
public record SimulatorOptions(
    EngineProfile profile,
    ServerOptions listen,
    String model,
    @Nullable String apiKey,
    FaultPlan faults,
    CompletionOptions answers) {
  /// Returns options with this profile on a free port of the loopback address, under the model's
  /// own name, without faults.
  public static SimulatorOptions of(EngineProfile profile) {
    ServerOptions anyPort = ServerOptions.plain("127.0.0.1", 0);
    String model = profile.model().name();
    return new SimulatorOptions(
        profile, anyPort, model, null, FaultPlan.NONE, CompletionOptions.DEFAULT);
  }

  /// Returns a copy with another listen address.
  public SimulatorOptions withListen(ServerOptions value) {
    return new SimulatorOptions(profile, value, model, apiKey, faults, answers);
  }

  /// Returns a copy that serves the model under another name.
  public SimulatorOptions withModel(String value) {
    return new SimulatorOptions(profile, listen, value, apiKey, faults, answers);
  }

  /// Returns a copy that requires a key as bearer token; null for none.
  public SimulatorOptions withApiKey(@Nullable String value) {
    return new SimulatorOptions(profile, listen, model, value, faults, answers);
  }

  /// Returns a copy with faults. Requests may add faults with the header `x-goodput-fault`, in the
  /// same syntax.
  public SimulatorOptions withFaults(FaultPlan value) {
    return new SimulatorOptions(profile, listen, model, apiKey, value, answers);
  }

  /// Returns a copy with another seed of responses, lengths and faults.
  public SimulatorOptions withSeed(long value) {
    return with(answers.withSeed(value));
  }

  /// Returns a copy with other output lengths for requests that do not set them.
  public SimulatorOptions withLengths(OutputLengths value) {
    return with(answers.withLengths(value));
  }

  /// Returns a copy with this many tokens in each stream event but the first, which has one.
  ///
  /// @throws dev.goodput.simulator.SimulatorException.BadOption if it is below 1
  public SimulatorOptions withTokensPerChunk(int value) {
    return with(answers.withTokensPerChunk(value));
  }

  /// Returns a copy that sends a share of each chat response, 0 to 1, as reasoning.
  ///
  /// @throws dev.goodput.simulator.SimulatorException.BadOption if the share is out of range
  public SimulatorOptions withReasoning(double share, ReasoningField field) {
    return with(answers.withReasoning(share, field));
  }

  private SimulatorOptions with(CompletionOptions value) {
    return new SimulatorOptions(profile, listen, model, apiKey, faults, value);
  }

  /// Returns whether requests for this model are accepted: an empty name, the served name and, if
  /// the served name is one of the model's own names, every spelling of those.
  boolean serves(String name) {
    return name.isEmpty()
        || name.equals(model)
        || (profile.model().isCalled(model) && profile.model().isCalled(name));
  }

  /// Returns a description without the key.
  @Override
  public String toString() {
    return "SimulatorOptions["
        + profile.label()
        + " on "
        + listen.host()
        + ":"
        + listen.port()
        + "]";
  }
}
