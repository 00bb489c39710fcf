package dev.goodput.app.endpoint;

import dev.goodput.app.NextCommandRole;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// Servers that `watch` probes. All options but the URL apply to each of them.
public final class WatchTargetOptions {
  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "server to probe; repeatable, each is probed on its own")
  List<String> urls = new ArrayList<>();

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "model name; with it, watch starts even if the server is down")
  @Nullable String model;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--endpoint",
      paramLabel = "NAME",
      description = "API, as in bench: chat, completions, responses, messages, … (default: chat)")
  String endpoint = "chat";

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--http",
      paramLabel = "VERSION",
      description = "HTTP version, as in bench: 1, 2 or auto (default: 1)")
  String http = "1";

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--keep-alive",
      description =
          "reuse connections. Without it, each HTTP/1.1 probe opens a new one and so "
              + "checks DNS, port and certificate too")
  boolean keepAlive;

  @ArgGroup(validate = false)
  CredentialOptions credentials = new CredentialOptions();

  /// A target for each URL.
  public List<TargetOptions> each() {
    return urls.stream().map(this::target).toList();
  }

  private TargetOptions target(String url) {
    TargetOptions target = new TargetOptions();
    target.url = url;
    target.model = model;
    target.endpoint = endpoint;
    target.credentials = credentials;
    target.http = http;
    target.connectionPerRequest = !keepAlive && http.equals("1");
    target.serverMetrics = List.of("off");
    return target;
  }
}
