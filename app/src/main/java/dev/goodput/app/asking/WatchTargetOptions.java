package dev.goodput.app.asking;

import dev.goodput.app.NextCommandRole;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// Whom a watch looks at. All but the URL is of each of them.
public final class WatchTargetOptions {
  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "the server, as of bench; repeatable: each is looked at by itself")
  List<String> urls = new ArrayList<>();

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "its model; named, the watch begins though nothing answers yet")
  @Nullable String model;

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--endpoint",
      paramLabel = "NAME",
      description = "the API, as of bench: chat (default), completions, responses, messages, …")
  String endpoint = "chat";

  @NextCommandRole(NextCommandRole.Into.ANY)
  @Option(
      names = "--http",
      paramLabel = "VERSION",
      description = "1, 2 or auto, as of bench (default: 1)")
  String http = "1";

  @NextCommandRole(NextCommandRole.Into.REPEAT)
  @Option(
      names = "--keep-alive",
      description =
          "ask over kept connections; else each request opens its own in HTTP/1.1, so that names,"
              + " ports and certificates are tried too")
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
