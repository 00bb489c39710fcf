package dev.goodput.app.score;

import dev.goodput.app.NextCommandRole;
import dev.goodput.runner.Checks;
import dev.goodput.runner.score.Judge;
import dev.goodput.wire.Secret;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.Dialect;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of `--score judge`: the model that judges.
final class AnswerJudgeOptions {
  /// The name of the judge's score.
  static final String SCORE = "judge";

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--judge-url",
      paramLabel = "URL",
      description = "server of the model that judges, with the chat API, for --score judge")
  @Nullable String url;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--judge-model",
      paramLabel = "NAME",
      description = "name of the model that judges")
  @Nullable String model;

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--judge-api-key-env",
      paramLabel = "VAR",
      description = "environment variable that holds the API key of the judge's server")
  @Nullable String apiKeyEnv;

  /// Returns the judge.
  ///
  /// @param environment where `--judge-api-key-env` looks
  /// @param print receives the line about the work ahead
  /// @throws dev.goodput.runner.AppException.Usage if an option is missing
  /// @throws dev.goodput.wire.BadSettingException if the URL or the key is not valid
  Judge read(Map<String, String> environment, Consumer<String> print) {
    Checks.refuse(
        url == null || model == null,
        "--score judge needs the model that judges: --judge-url http://host:8000 --judge-model"
            + " NAME");
    return new Judge(
        String.valueOf(model),
        new Endpoint(
            Endpoint.parseUrl("--judge-url", String.valueOf(url)),
            Dialect.named("chat").nonStreaming(),
            List.of(),
            apiKeyEnv == null ? null : Secret.fromEnvironment(apiKeyEnv, environment),
            Tls.SYSTEM,
            false,
            List.of()),
        Judge.LIMIT,
        print);
  }

  /// Refuses the options without a judge.
  ///
  /// @throws dev.goodput.runner.AppException.Usage naming them
  void refuse() {
    Checks.refuse(
        url != null || model != null || apiKeyEnv != null,
        "--judge-url, --judge-model and --judge-api-key-env are for --score judge");
  }
}
