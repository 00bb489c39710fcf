package dev.goodput.app.gateway.admin;

import dev.goodput.app.gateway.admin.AdminSources.Page;
import dev.goodput.app.gateway.admin.AdminSources.Readiness;
import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Serves the admin pages on a port and an event loop of their own.
public final class AdminServer implements AutoCloseable {
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final int MAX_CONNECTIONS = 64;
  private static final long IDLE_NANOS = 150_000_000_000L;

  /// A reader that has so much still before it is not given more: it hangs.
  private static final long MAX_PENDING = 4 << 20;

  private static final String PAGES =
      """
      / the live page
      /live.json its figures
      /metrics for Prometheus
      /livez whether the process lives
      /readyz whether requests should come here
      /config the configuration in force
      """;

  private final EventLoops loops;
  private final HttpServer server;
  private final Listener listen;

  private AdminServer(EventLoops loops, HttpServer server, Listener listen) {
    this.loops = loops;
    this.server = server;
    this.listen = listen;
  }

  /// Begins to serve.
  ///
  /// @throws dev.goodput.wire.BadSettingException where the address cannot be listened on
  public static AdminServer start(AdminPlan plan, AdminSources sources) {
    Listener listen = plan.listen();
    ServerOptions options =
        new ServerOptions(
            listen.host(), listen.port(), listen.tls(), 0, MAX_CONNECTIONS, IDLE_NANOS);
    AdminToken token = new AdminToken(plan.token());
    EventLoops loops = EventLoops.start(1);
    try {
      HttpServer server =
          HttpServer.start(
              options, loops, (request, response) -> answer(request, response, token, sources));
      return new AdminServer(loops, server, listen);
    } catch (RuntimeException e) {
      loops.close();
      throw e;
    }
  }

  /// Where a browser on this machine finds it; ends with a slash.
  public String url() {
    boolean everywhere = listen.host().equals("0.0.0.0") || listen.host().equals("::");
    Listener shown = new Listener(everywhere ? AdminPlan.HOST : listen.host(), server.port(), null);
    return (listen.tls() == null ? "http://" : "https://") + shown.shown() + "/";
  }

  /// The port it listens on.
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
    loops.close();
  }

  private static void answer(
      ServerRequest request, ServerResponse response, AdminToken token, AdminSources sources) {
    if (response.pendingBytes() > MAX_PENDING) {
      response.abort();
      return;
    }
    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
      send(response, 405, text("only GET and HEAD here\n"), new Header("allow", "GET, HEAD"));
      return;
    }
    switch (request.path()) {
      case "/" -> send(response, 200, sources.page(), guarded());
      case "/livez" -> send(response, 200, text("alive\n"));
      case "/readyz" -> ready(response, sources.readiness());
      case "/live.json", "/metrics", "/config" -> {
        if (token.admits(request.header("authorization"))) {
          Page page = figures(request, sources);
          send(response, page == null ? 503 : 200, page == null ? text("starting\n") : page);
        } else {
          Header ask = new Header("www-authenticate", "Bearer realm=\"goodput\"");
          send(response, 401, text("a bearer token is needed here\n"), ask);
        }
      }
      default -> send(response, 404, text("no such page; there are\n" + PAGES));
    }
  }

  private static @Nullable Page figures(ServerRequest request, AdminSources sources) {
    return switch (request.path()) {
      case "/live.json" -> sources.live(request.target());
      case "/metrics" -> sources.metrics(request.header("accept"));
      default -> sources.config();
    };
  }

  private static void ready(ServerResponse response, Readiness readiness) {
    send(response, readiness.ready() ? 200 : 503, text(readiness.words() + "\n"));
  }

  /// The page asks for nothing anywhere else, and is shown in no other's frame.
  private static Header guarded() {
    return new Header(
        "content-security-policy",
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:;"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  }

  private static Page text(String text) {
    return new Page(TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void send(ServerResponse response, int status, Page page, Header... more) {
    List<Header> headers = new ArrayList<>(List.of(more));
    headers.add(new Header("content-type", page.type()));
    headers.add(new Header("cache-control", "no-store"));
    headers.add(new Header("x-content-type-options", "nosniff"));
    headers.add(new Header("referrer-policy", "no-referrer"));
    response.send(status, headers, page.body());
  }
}
