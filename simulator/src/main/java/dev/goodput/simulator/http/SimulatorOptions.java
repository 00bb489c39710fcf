package dev.goodput.simulator.http;

import dev.goodput.simulator.fault.FaultPlan;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.server.ServerOptions;
import org.jspecify.annotations.Nullable;

/// How a simulated server is set up. Begin with [#of] and change what differs.
public final class SimulatorOptions {
  private final EngineProfile profile;
  private final ServerOptions listen;
  private final String model;
  private final @Nullable String apiKey;
  private final FaultPlan faults;
  private final Answering answers;

  private SimulatorOptions(
      EngineProfile profile,
      ServerOptions listen,
      String model,
      @Nullable String apiKey,
      FaultPlan faults,
      Answering answers) {
    this.profile = profile;
    this.listen = listen;
    this.model = model;
    this.apiKey = apiKey;
    this.faults = faults;
    this.answers = answers;
  }

  /// That profile on a free port of the loopback address, under the model's own name, no faults.
  public static SimulatorOptions of(EngineProfile profile) {
    ServerOptions anyPort = ServerOptions.plain("127.0.0.1", 0);
    String model = profile.model().name();
    return new SimulatorOptions(profile, anyPort, model, null, FaultPlan.NONE, Answering.USUAL);
  }

  /// A copy that listens elsewhere.
  public SimulatorOptions withListen(ServerOptions value) {
    return new SimulatorOptions(profile, value, model, apiKey, faults, answers);
  }

  /// A copy that serves the model under another name.
  public SimulatorOptions withModel(String value) {
    return new SimulatorOptions(profile, listen, value, apiKey, faults, answers);
  }

  /// A copy that demands a key as bearer token; null for none.
  public SimulatorOptions withApiKey(@Nullable String value) {
    return new SimulatorOptions(profile, listen, model, value, faults, answers);
  }

  /// A copy with faults. Requests may ask for more with the header `x-goodput-fault`, in the same
  /// spelling.
  public SimulatorOptions withFaults(FaultPlan value) {
    return new SimulatorOptions(profile, listen, model, apiKey, value, answers);
  }

  /// A copy with another seed of answers, lengths and faults.
  public SimulatorOptions withSeed(long value) {
    return with(answers.withSeed(value));
  }

  /// A copy with other answer lengths where the request leaves them open.
  public SimulatorOptions withLengths(OutputLengths value) {
    return with(answers.withLengths(value));
  }

  /// A copy with so many tokens in each stream event but the first, which has one.
  ///
  /// @throws dev.goodput.simulator.SimulatorException.BadOption where it is below 1
  public SimulatorOptions withTokensPerChunk(int value) {
    return with(answers.withTokensPerChunk(value));
  }

  /// A copy that sends a share of each chat answer, 0 to 1, as reasoning.
  ///
  /// @throws dev.goodput.simulator.SimulatorException.BadOption for a share out of range
  public SimulatorOptions withReasoning(double share, ReasoningField field) {
    return with(answers.withReasoning(share, field));
  }

  private SimulatorOptions with(Answering value) {
    return new SimulatorOptions(profile, listen, model, apiKey, faults, value);
  }

  /// What is simulated.
  public EngineProfile profile() {
    return profile;
  }

  /// The name the model is served under.
  public String model() {
    return model;
  }

  /// Whether a request for that model is answered: one that names none, the name it is served
  /// under, and as long as that is one of the model's own, every spelling of them.
  boolean serves(String name) {
    return name.isEmpty()
        || name.equals(model)
        || (profile.model().isCalled(model) && profile.model().isCalled(name));
  }

  /// Address, port (0 for any), TLS.
  ServerOptions listen() {
    return listen;
  }

  @Nullable String apiKey() {
    return apiKey;
  }

  FaultPlan faults() {
    return faults;
  }

  Answering answers() {
    return answers;
  }

  /// Does not show the key.
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
