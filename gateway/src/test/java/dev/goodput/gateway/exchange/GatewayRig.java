package dev.goodput.gateway.exchange;

import dev.goodput.gateway.config.GatewayFile;
import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.gateway.plan.Routing;
import dev.goodput.gateway.plan.Routing.Route;
import dev.goodput.gateway.plan.Routing.RouteMatch;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dialect.PromptSink;
import dev.goodput.wire.server.HttpHandler;
import dev.goodput.wire.server.HttpServer;
import dev.goodput.wire.server.ServerOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/// A gateway between a JDK client and a test server.
final class GatewayRig implements AutoCloseable {
  private final long origin = NanoClock.SYSTEM.nanoTime();
  private final EventLoops serving = EventLoops.start(1);
  private final EventLoops loops = EventLoops.start(1);
  private final HttpServer server;
  private final Gateway gateway;
  private final BlockingQueue<CompletedAttempt> passed = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> connected = new LinkedBlockingQueue<>();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  GatewayRig(HttpHandler answers) {
    this(answers, plan -> plan);
  }

  GatewayRig(HttpHandler answers, UnaryOperator<GatewayPlan> changes) {
    server = HttpServer.start(ServerOptions.plain("127.0.0.1", 0), serving, answers);
    gateway =
        Gateway.start(
            changes.apply(plan("http://127.0.0.1:" + server.port())),
            loops,
            () -> NanoClock.SYSTEM.nanoTime() - origin,
            List.of(new Hearing()));
  }

  static GatewayPlan plan(String url) {
    return plan(url, HttpVersion.AUTO);
  }

  static GatewayPlan plan(String url, HttpVersion http) {
    Upstream known = Upstream.of("engine", url);
    Upstream dialectOfRequest =
        new Upstream(
            known.name(),
            known.url(),
            known.tls(),
            http,
            known.keepHost(),
            known.headers(),
            known.metrics(),
            known.power(),
            known.hourlyCost());
    return GatewayPlan.simple(dialectOfRequest, SloClass.of("chat"))
        .withAddresses(new Listener("127.0.0.1", 0, null), AdminPlan.DEFAULTS);
  }

  /// Returns the plan with a limit of one request at a time.
  static GatewayPlan oneAtATime(GatewayPlan plan) {
    String limits = "upstreams: [{url: 'http://any'}]\nlimits: {max-in-flight: 1}\n";
    return plan.withProtection(GatewayFile.parse("gateway.yaml", limits, Map.of()).protection());
  }

  /// Returns the plan with two classes, `fast` and `slow`, chosen by the model.
  ///
  /// @param classOfSmall class of the model `small`; all others have the class `slow`
  static GatewayPlan byModel(GatewayPlan plan, String classOfSmall) {
    Slo slo = SloClass.of("chat").slo();
    return new GatewayPlan(
        plan.listen(),
        plan.admin(),
        plan.upstreams(),
        new Routing(
            List.of(
                new Route("small", new RouteMatch("", "small", "", ""), "engine", classOfSmall),
                new Route("rest", RouteMatch.ANY, "engine", "slow")),
            List.of(new SloClass("fast", slo), new SloClass("slow", slo))),
        plan.identity(),
        plan.protection(),
        plan.storage(),
        plan.accounting());
  }

  private final class Hearing implements TrafficListener {
    @Override
    public void completed(CompletedAttempt each, PromptSink prompt) {
      passed.add(each);
    }

    @Override
    public void connected(String upstream, long nanos) {
      connected.add(upstream);
    }
  }

  Gateway gateway() {
    return gateway;
  }

  /// Returns the gateway's start, from which its stamps count.
  long origin() {
    return origin;
  }

  String serverUrl() {
    return "http://127.0.0.1:" + server.port();
  }

  URI at(String path) {
    return URI.create("http://127.0.0.1:" + gateway.port() + path);
  }

  HttpResponse<String> post(String path, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(at(path)).POST(HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(at(path)).build(), HttpResponse.BodyHandlers.ofString());
  }

  /// Returns the next attempt that is over.
  CompletedAttempt passed() throws InterruptedException {
    return next(passed);
  }

  /// Returns the next upstream that accepted a connection.
  String connected() throws InterruptedException {
    return next(connected);
  }

  private static <T> T next(BlockingQueue<T> reported) throws InterruptedException {
    T next = reported.poll(10, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing was told");
    }
    return next;
  }

  /// Returns the number of finished attempts not taken yet.
  int left() {
    return passed.size();
  }

  @Override
  public void close() {
    client.shutdownNow();
    gateway.close();
    server.close();
    loops.close();
    serving.close();
  }
}
