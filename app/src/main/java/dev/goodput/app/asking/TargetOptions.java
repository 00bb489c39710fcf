package dev.goodput.app.asking;

import dev.goodput.app.NextCommandRole;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// Whom to ask.
public final class TargetOptions {
  @NextCommandRole(value = NextCommandRole.Into.ANY, onResume = true)
  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "the server; without it, the embedded simulated engine. OpenAI-compatible ones are asked "
              + "below /v1, or below their own version where it ends in one, like …/v4")
  @Nullable String url;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "not needed where the server offers one only")
  @Nullable String model;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--endpoint",
      paramLabel = "NAME",
      description =
          "the API: chat, completions, responses, messages (Anthropic's), ollama, ollama-generate, "
              + "sglang, tgi, llamacpp (default: chat)")
  String endpoint = "chat";

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(names = "--no-stream", description = "ask for whole answers: E2EL only, no TTFT")
  boolean noStream;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(names = "--connection-per-request", description = "no keep-alive")
  boolean connectionPerRequest;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--http",
      paramLabel = "VERSION",
      description =
          "1, 2 or auto (default: 1); 2 goes by ALPN on https and without asking on http, auto"
              + " takes it where a server of https offers it")
  String http = "1";

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--server-metrics",
      paramLabel = "URL",
      description =
          "read this page of metrics beside the run, of an engine or of GPUs; repeatable, off for"
              + " none (default: the target's own /metrics, where it has one)")
  List<String> serverMetrics = new ArrayList<>();

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--profile",
      paramLabel = "GPU/MODEL",
      description = "the embedded engine (default: h100/llama-3.1-8b)")
  @Nullable String profile;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--virtual",
      description = "the simulated engine in virtual time: hours in seconds, no wire")
  boolean virtual;

  @ArgGroup(validate = false)
  CredentialOptions credentials = new CredentialOptions();

  /// Whether the simulated engine answers, and no server of the user's.
  public boolean embedded() {
    return url == null;
  }

  /// The API that is asked, by its name.
  public String endpoint() {
    return endpoint;
  }

  /// Whether answers are streamed.
  public boolean streams() {
    return !noStream;
  }

  /// Asks for answers in the form in which others did.
  ///
  /// @param model that they asked for, where a server is asked and none was named
  public void answersLike(TargetOptions others, @Nullable String model) {
    endpoint = others.endpoint;
    noStream = others.noStream;
    connectionPerRequest = others.connectionPerRequest;
    http = others.http;
    if (this.model == null && !embedded()) {
      this.model = model;
    }
  }

  /// Whether the engine is asked in virtual time.
  public boolean virtual() {
    return virtual;
  }

  /// Whether somebody said whom to ask.
  public boolean named() {
    return url != null || profile != null || virtual;
  }
}
