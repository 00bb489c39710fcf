package dev.goodput.app.endpoint;

import dev.goodput.app.NextCommandRole;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// Options that name the target.
public final class TargetOptions {
  @NextCommandRole(value = NextCommandRole.Into.ANY, onResume = true)
  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "server to measure (default: the embedded simulated engine). /v1 is added, unless the "
              + "URL ends in a version such as /v4")
  @Nullable String url;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "model name; needed only if the server offers several")
  @Nullable String model;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--endpoint",
      paramLabel = "NAME",
      description =
          "API: chat, completions, responses, messages (Anthropic), ollama, "
              + "ollama-generate, sglang, tgi or llamacpp (default: chat)")
  String endpoint = "chat";

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--no-stream",
      description = "request whole responses instead of streams: E2EL only, no TTFT")
  boolean noStream;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--connection-per-request",
      description = "open a new connection for every request (no keep-alive)")
  boolean connectionPerRequest;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--http",
      paramLabel = "VERSION",
      description =
          "HTTP version: 1, 2 or auto (default: 1). 2 uses ALPN over https and prior "
              + "knowledge over http; auto uses 2 if an https server offers it")
  String http = "1";

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--server-metrics",
      paramLabel = "URL",
      description =
          "metrics page of the engine or its GPUs to scrape during the run; repeatable; "
              + "off for none (default: the server's own /metrics)")
  List<String> serverMetrics = new ArrayList<>();

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--power",
      paramLabel = "SOURCE",
      description =
          "where to read electric power: URL of a GPU exporter's metrics page, rapl (this "
              + "machine's processors) or a CSV file of time,watts; repeatable (default: the "
              + "pages of --server-metrics)")
  List<String> power = new ArrayList<>();

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--profile",
      paramLabel = "GPU/MODEL",
      description = "GPU and model of the embedded engine (default: h100/llama-3.1-8b)")
  @Nullable String profile;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--virtual",
      description = "run the simulated engine in virtual time: hours in seconds, no network")
  boolean virtual;

  @ArgGroup(validate = false)
  CredentialOptions credentials = new CredentialOptions();

  /// Whether the simulated engine answers, and no server of the user's.
  public boolean embedded() {
    return url == null;
  }

  /// Returns the name of the API.
  public String endpoint() {
    return endpoint;
  }

  /// Whether answers are streamed.
  public boolean streams() {
    return !noStream;
  }

  /// Requests responses in the same form as other options.
  ///
  /// @param model the other options' model, for a server without a named model
  public void answersLike(TargetOptions others, @Nullable String model) {
    endpoint = others.endpoint;
    noStream = others.noStream;
    connectionPerRequest = others.connectionPerRequest;
    http = others.http;
    if (this.model == null && !embedded()) {
      this.model = model;
    }
  }

  /// Returns whether the engine runs in virtual time.
  public boolean virtual() {
    return virtual;
  }

  /// Returns whether an option names a target.
  public boolean named() {
    return url != null || profile != null || virtual;
  }
}
