package dev.goodput.simulator.http;

import dev.goodput.simulator.SimulatorException;
import dev.goodput.simulator.fault.FaultPlan;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.server.ServerOptions;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// How a simulated server is set up. Begin with [#of] and change what differs.
///
/// @param profile what is simulated
/// @param listen address, port (0 for any), TLS
/// @param model the name it is served under
/// @param seed of answers, lengths and faults
/// @param tokensPerChunk tokens of each stream event but the first, which has one
/// @param reasoningShare share of each chat answer that goes to the reasoning channel, 0 to 1
/// @param reasoningField how that channel is spelled
/// @param lengths how long answers are where the request leaves it open
/// @param faults what goes wrong, and how often; requests may ask for more with the header
///   `x-goodput-fault`, in the same spelling
/// @param apiKey demanded as bearer token; null for none
/// @param dates what the `created` fields say
public record SimulatorOptions(
    EngineProfile profile,
    ServerOptions listen,
    String model,
    long seed,
    int tokensPerChunk,
    double reasoningShare,
    ReasoningField reasoningField,
    OutputLengths lengths,
    FaultPlan faults,
    @Nullable String apiKey,
    InstantSource dates) {

  /// @throws SimulatorException.BadOption for a number out of range
  public SimulatorOptions {
    if (tokensPerChunk < 1) {
      throw new SimulatorException.BadOption(
          "tokens per chunk must be at least 1, found " + tokensPerChunk);
    }
    if (!(reasoningShare >= 0 && reasoningShare <= 1)) {
      throw new SimulatorException.BadOption(
          "reasoning share must be between 0 and 1, found " + reasoningShare);
    }
  }

  /// That profile on a free port of the loopback address, under the model's own name, no faults.
  public static SimulatorOptions of(EngineProfile profile) {
    return new SimulatorOptions(
        profile,
        ServerOptions.plain("127.0.0.1", 0),
        profile.model().name(),
        1,
        1,
        0,
        ReasoningField.REASONING_CONTENT,
        OutputLengths.NATURAL,
        FaultPlan.NONE,
        null,
        InstantSource.system());
  }

  /// A copy that listens elsewhere.
  public SimulatorOptions withListen(ServerOptions value) {
    return new SimulatorOptions(
        profile,
        value,
        model,
        seed,
        tokensPerChunk,
        reasoningShare,
        reasoningField,
        lengths,
        faults,
        apiKey,
        dates);
  }

  /// A copy that serves the model under another name.
  public SimulatorOptions withModel(String value) {
    return new SimulatorOptions(
        profile,
        listen,
        value,
        seed,
        tokensPerChunk,
        reasoningShare,
        reasoningField,
        lengths,
        faults,
        apiKey,
        dates);
  }

  /// A copy with another seed.
  public SimulatorOptions withSeed(long value) {
    return new SimulatorOptions(
        profile,
        listen,
        model,
        value,
        tokensPerChunk,
        reasoningShare,
        reasoningField,
        lengths,
        faults,
        apiKey,
        dates);
  }

  /// A copy with another number of tokens per stream event.
  public SimulatorOptions withTokensPerChunk(int value) {
    return new SimulatorOptions(
        profile,
        listen,
        model,
        seed,
        value,
        reasoningShare,
        reasoningField,
        lengths,
        faults,
        apiKey,
        dates);
  }

  /// A copy that sends a share of each chat answer as reasoning.
  public SimulatorOptions withReasoning(double share, ReasoningField field) {
    return new SimulatorOptions(
        profile, listen, model, seed, tokensPerChunk, share, field, lengths, faults, apiKey, dates);
  }

  /// A copy with other answer lengths.
  public SimulatorOptions withLengths(OutputLengths value) {
    return new SimulatorOptions(
        profile,
        listen,
        model,
        seed,
        tokensPerChunk,
        reasoningShare,
        reasoningField,
        value,
        faults,
        apiKey,
        dates);
  }

  /// A copy with faults.
  public SimulatorOptions withFaults(FaultPlan value) {
    return new SimulatorOptions(
        profile,
        listen,
        model,
        seed,
        tokensPerChunk,
        reasoningShare,
        reasoningField,
        lengths,
        value,
        apiKey,
        dates);
  }

  /// A copy that demands a key.
  public SimulatorOptions withApiKey(@Nullable String value) {
    return new SimulatorOptions(
        profile,
        listen,
        model,
        seed,
        tokensPerChunk,
        reasoningShare,
        reasoningField,
        lengths,
        faults,
        value,
        dates);
  }

  /// A copy whose `created` fields come from elsewhere.
  public SimulatorOptions withDates(InstantSource value) {
    return new SimulatorOptions(
        profile,
        listen,
        model,
        seed,
        tokensPerChunk,
        reasoningShare,
        reasoningField,
        lengths,
        faults,
        apiKey,
        value);
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
