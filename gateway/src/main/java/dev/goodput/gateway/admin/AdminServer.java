package dev.goodput.gateway.admin;

import dev.goodput.gateway.admin.AdminSources.Page;
import dev.goodput.gateway.admin.AdminSources.Readiness;
import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.Header;
import dev.goodput.wire.Secret;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import dev.goodput.wire.server.ServerRequest;
import dev.goodput.wire.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A server of the admin pages, with its own port and event loop. A separate thread makes pages
/// that take a while, such as all figures, one at a time, so that probes never wait for them.
public final class AdminServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final int MAX_CONNECTIONS = 64;
  private static final long IDLE_NANOS = 150_000_000_000L;

  /// The limit on bytes pending for a client. A client that exceeds it is stuck and gets no further
  /// response.
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

  private static final String NOT_BY_THIS_NAME =
      """
      figures are only given to requests for an address or for localhost, so that no web page can
      make a browser here read them under its own name; to allow other names, set a token or open the port
      """;

  private final EventLoops loops;
  private final AdminToken token;
  private final HostHeaderCheck names;
  private final AdminSources sources;
  private final ExecutorService press =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("goodput-pages").factory());
  private final Listener listen;
  private final HttpServer server;

  private AdminServer(AdminPlan plan, EventLoops loops, AdminSources sources) {
    this.loops = loops;
    this.token = new AdminToken(plan.token());
    this.names = new HostHeaderCheck(plan);
    this.sources = sources;
    this.listen = plan.listen();
    ServerOptions options =
        new ServerOptions(
            listen.host(), listen.port(), listen.tls(), 0, MAX_CONNECTIONS, IDLE_NANOS);
    this.server = HttpServer.start(options, loops, this::answer);
  }

  /// Starts serving.
  ///
  /// @throws dev.goodput.wire.BadSettingException an address that cannot be listened on
  public static AdminServer start(AdminPlan plan, AdminSources sources) {
    EventLoops loops = EventLoops.start(1);
    try {
      return new AdminServer(plan, loops, sources);
    } catch (RuntimeException e) {
      loops.close();
      throw e;
    }
  }

  /// Returns the URL for a browser on this machine; ends with a slash.
  public String url() {
    Listener shown = new Listener(listen.host(), server.port(), null).localAddress();
    return (listen.tls() == null ? "http://" : "https://") + shown.shown() + "/";
  }

  /// Returns the port it listens on.
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
    press.shutdownNow();
    loops.close();
  }

  private void answer(ServerRequest request, ServerResponse response) {
    if (response.pendingBytes() > MAX_PENDING) {
      response.abort();
      return;
    }
    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
      send(response, 405, text("only GET and HEAD here\n"), new Header("allow", "GET, HEAD"));
      return;
    }
    boolean zipped = GzipResponse.accepted(request.header("accept-encoding"));
    switch (request.path()) {
      case "/" -> make(response, zipped, sources::page, guarded());
      case "/livez" -> alive(response, sources.restartReason());
      case "/readyz" -> ready(response, sources.readiness());
      case "/live.json", "/metrics", "/config" -> {
        if (!names.passes(request.header("host"))) {
          send(response, 403, text(NOT_BY_THIS_NAME));
        } else if (token.admits(request.header("authorization"))) {
          make(response, zipped, figures(request));
        } else {
          Header challenge = new Header("www-authenticate", "Bearer realm=\"goodput\"");
          send(response, 401, text("This page needs a bearer token.\n"), challenge);
        }
      }
      default -> send(response, 404, text("no such page; there are\n" + PAGES));
    }
  }

  private Supplier<@Nullable Page> figures(ServerRequest request) {
    String target = request.target();
    String accept = request.header("accept");
    return switch (request.path()) {
      case "/live.json" -> () -> sources.live(target);
      case "/metrics" -> () -> sources.metrics(accept);
      default -> sources::config;
    };
  }

  /// Makes a page on the separate thread and sends it on the loop.
  private void make(
      ServerResponse response, boolean zipped, Supplier<@Nullable Page> maker, Header... more) {
    press.execute(() -> {
      if (response.over()) {
        return;
      }
      Runnable sending;
      try {
        sending = sending(response, zipped, maker.get(), more);
      } catch (RuntimeException e) {
        LOG.error("a fault of ours while a page was made", e);
        sending = () -> send(response, 500, text("an internal error; see the log\n"));
      }
      response.loop().execute(sending);
    });
  }

  private static Runnable sending(
      ServerResponse response, boolean zipped, @Nullable Page page, Header... more) {
    if (page == null) {
      return () -> send(response, 503, text("starting\n"));
    }
    List<Header> headers = new ArrayList<>(List.of(more));
    headers.add(new Header("vary", "accept-encoding"));
    if (!zipped || page.body().length < GzipResponse.MIN_BYTES) {
      return () -> send(response, 200, page, headers.toArray(Header[]::new));
    }
    headers.add(new Header("content-encoding", "gzip"));
    Page smaller = new Page(page.type(), page.zipped());
    return () -> send(response, 200, smaller, headers.toArray(Header[]::new));
  }

  private static void alive(ServerResponse response, @Nullable String hung) {
    send(response, hung == null ? 200 : 503, text(hung == null ? "alive\n" : hung + "\n"));
  }

  private static void ready(ServerResponse response, Readiness readiness) {
    send(response, readiness.ready() ? 200 : 503, text(readiness.words() + "\n"));
  }

  /// Restricts the page: it loads nothing from other servers and cannot be framed by another page.
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

  /// The access check: admits everyone, or only requests with the token.
  private static final class AdminToken {
    private static final String SCHEME = "bearer ";

    private final byte @Nullable [] expected;

    AdminToken(@Nullable Secret token) {
      this.expected = token == null ? null : token.reveal().getBytes(StandardCharsets.UTF_8);
    }

    /// Returns whether a request is admitted.
    ///
    /// @param authorization the `Authorization` header; null if there is none
    boolean admits(@Nullable String authorization) {
      if (expected == null) {
        return true;
      }
      if (authorization == null || !authorization.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
        return false;
      }
      byte[] found =
          authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
      // A constant-time comparison, so that the duration does not reveal a matching prefix.
      return MessageDigest.isEqual(expected, found);
    }
  }

  /// A check of the `Host` header against DNS rebinding.
  ///
  /// Any web page can make a browser on this machine send a request to 127.0.0.1 under the page's
  /// own host name, and read the response as its own. So without a token or an explicitly open
  /// port, the `Host` must be an IP address, this machine, or a name that no public name server
  /// resolves.
  private static final class HostHeaderCheck {
    private final boolean any;

    HostHeaderCheck(AdminPlan plan) {
      this.any = plan.token() != null || plan.open();
    }

    /// Returns whether a request uses an accepted host name.
    ///
    /// @param host the `Host` header; null if there is none
    boolean passes(@Nullable String host) {
      if (any || host == null || host.startsWith("[")) {
        return true;
      }
      String name = host.replaceFirst(":[0-9]*$", "").toLowerCase(Locale.ROOT);
      return !name.contains(".")
          || name.endsWith(".localhost")
          || name.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    }
  }
}
