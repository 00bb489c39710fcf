package dev.goodput.app.simulate;

import dev.goodput.app.NextCommandRole;
import dev.goodput.runner.AppException;
import dev.goodput.simulator.fault.FaultPlan;
import dev.goodput.simulator.http.OutputLengths;
import dev.goodput.simulator.http.ReasoningField;
import dev.goodput.simulator.http.SimulatorOptions;
import dev.goodput.simulator.profile.EngineProfile;
import dev.goodput.wire.Secret;
import dev.goodput.wire.server.ServerOptions;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for serving the engine over HTTP.
final class ServingOptions {
  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--port",
      paramLabel = "N",
      description = "port; 0 for any free one (default: 8000)")
  long port = 8000;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "address to listen on (default: 127.0.0.1)")
  String host = "127.0.0.1";

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(names = "--served-model-name", paramLabel = "NAME", description = "model name in the API")
  @Nullable String servedModelName;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--answer-tokens",
      paramLabel = "KIND",
      description = "natural (the model ends the response) or asked (always max_tokens)")
  String answerTokens = "natural";

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--tokens-per-chunk",
      paramLabel = "N",
      description = "tokens in each event (default: 1)")
  int tokensPerChunk = 1;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--reasoning",
      paramLabel = "SHARE",
      description = "share of each response in the reasoning channel (default: 0)")
  double reasoning;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--faults",
      paramLabel = "PLAN",
      description =
          "faults to inject: KIND[:NUMBER[:NUMBER]][=SHARE],…, for example "
              + "reject:429=0.05,cut=0.01")
  @Nullable String faults;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--api-key-env",
      paramLabel = "VAR",
      description = "environment variable that holds the required API key")
  @Nullable String apiKeyEnv;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "random seed of responses and faults (default: 42)")
  long seed = 42;

  /// Returns the settings of the simulator.
  ///
  /// @param model the served model name unless `--served-model-name` is given
  /// @throws dev.goodput.simulator.SimulatorException unknown faults, or numbers out of range
  /// @throws AppException.Usage an invalid port or keyword
  SimulatorOptions read(EngineProfile profile, String model, Map<String, String> environment) {
    if (port < 0 || port > 65_535) {
      throw new AppException.Usage("--port must be between 0 and 65535, found " + port);
    }
    SimulatorOptions options =
        SimulatorOptions.of(profile)
            .withListen(ServerOptions.plain(host, Math.toIntExact(port)))
            .withModel(servedModelName == null ? model : servedModelName)
            .withSeed(seed)
            .withTokensPerChunk(tokensPerChunk)
            .withReasoning(reasoning, ReasoningField.REASONING_CONTENT)
            .withLengths(lengths())
            .withFaults(faults == null ? FaultPlan.NONE : FaultPlan.parse(faults));
    if (apiKeyEnv != null) {
      options = options.withApiKey(Secret.fromEnvironment(apiKeyEnv, environment).reveal());
    }
    return options;
  }

  private OutputLengths lengths() {
    return switch (answerTokens) {
      case "natural" -> OutputLengths.NATURAL;
      case "asked" -> OutputLengths.AS_REQUESTED;
      default ->
          throw new AppException.Usage(
              "--answer-tokens must be natural or asked, found \"" + answerTokens + "\"");
    };
  }
}
