package dev.goodput.app.gateway.demo;

import dev.goodput.gateway.plan.AccountingPlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.IdentityPlan;
import dev.goodput.gateway.plan.IdentityPlan.SessionKey;
import dev.goodput.gateway.plan.IdentityPlan.TenantKey;
import dev.goodput.gateway.plan.IdentityPlan.Tenants;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.gateway.plan.PowerPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.metrics.result.Cost;
import dev.goodput.metrics.result.ModelPrice;
import dev.goodput.metrics.result.ModelPrice.Kind;
import dev.goodput.monitor.gateway.GatewayRun;
import dev.goodput.runner.engine.EngineProcess;
import dev.goodput.wire.HttpVersion;
import dev.goodput.wire.Tls;
import dev.goodput.wire.client.PageAddress;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The simulated engine of a demo and, once the gateway listens, its traffic.
public final class Demo implements GatewayRun.Clients, AutoCloseable {
  private static final String MODEL = "llama-3.1-8b";
  private static final String PROFILE = "h100/" + MODEL;
  private static final double COST_PER_HOUR = 3;

  private final EngineProcess engine;
  private final PrintWriter out;
  private @Nullable EngineProcess traffic;

  private Demo(EngineProcess engine, PrintWriter out) {
    this.engine = engine;
    this.out = out;
  }

  /// Starts the engine.
  ///
  /// @param out receives the addresses, where scripts can read them
  /// @throws dev.goodput.runner.AppException.Machine an engine that does not start
  public static Demo start(PrintWriter out) {
    return new Demo(EngineProcess.simulator(PROFILE), out);
  }

  /// Returns the plan of a gateway for this machine only. It has tenants, sessions, a price and a
  /// cost, so that every part of the page has something to show.
  public GatewayPlan plan(SloClass sloClass) {
    Upstream upstream =
        new Upstream(
            "simulated-h100",
            Upstream.readUrl(engine.url()),
            Tls.SYSTEM,
            HttpVersion.AUTO,
            false,
            List.of(),
            List.of(PageAddress.parse("metrics", engine.url(), "/metrics")),
            PowerPlan.NONE,
            new Cost(COST_PER_HOUR, "USD"));
    List<TenantKey> keys =
        DemoTraffic.TENANTS.stream().map(name -> new TenantKey(name, digest(name))).toList();
    AccountingPlan usual = AccountingPlan.DEFAULTS;
    ModelPrice price =
        ModelPrice.of(
            "", "USD", Map.of(Kind.INPUT, 0.05, Kind.CACHED_INPUT, 0.01, Kind.OUTPUT, 0.2));
    GatewayPlan simple = GatewayPlan.simple(upstream, sloClass);
    return new GatewayPlan(
        new Listener("127.0.0.1", simple.listen().port(), null),
        simple.admin(),
        simple.upstreams(),
        simple.routing(),
        new IdentityPlan(
            new Tenants("", keys, true, null), new SessionKey(SessionKey.Location.BODY, "user")),
        simple.protection(),
        simple.storage(),
        new AccountingPlan(
            List.of(price),
            usual.labels(),
            usual.paceTps(),
            usual.attainmentTarget(),
            usual.otlp(),
            usual.alerts(),
            usual.telemetry()));
  }

  /// Prints the addresses and starts the traffic.
  ///
  /// @throws dev.goodput.runner.AppException.Machine a traffic process that does not start
  @Override
  public void begin(Listener gateway, String adminUrl) {
    out.println("open    " + adminUrl + "           the live page");
    out.println("curl    " + adminUrl + "metrics    for Prometheus");
    String url = "http://" + gateway.shown();
    traffic = EngineProcess.start(List.of("demo-traffic", "--url", url, "--model", MODEL));
    out.println("clients " + url + "/v1");
    out.flush();
  }

  /// Stops the traffic, so that requests in flight can end.
  @Override
  public void end() {
    if (traffic != null) {
      traffic.close();
      traffic = null;
    }
  }

  @Override
  public void close() {
    end();
    engine.close();
  }

  private static String digest(String key) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(key.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
