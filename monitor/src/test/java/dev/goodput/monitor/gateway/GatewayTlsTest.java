package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.admin.AdminServer;
import dev.goodput.gateway.admin.GatewayStatus;
import dev.goodput.gateway.exchange.Gateway;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.wire.EventLoops;
import dev.goodput.wire.NanoClock;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A gateway with a TLS identity uses it on both of its ports.
class GatewayTlsTest {
  @TempDir private Path directory;
  private OwnIdentity identity;

  @BeforeEach
  void make() throws Exception {
    identity = OwnIdentity.in(directory);
  }

  private GatewayPlan plan(String upstream) throws Exception {
    Path file = directory.resolve("gateway.yaml");
    String tls = "{certificate: '%1$s', key: '%1$s'}".formatted(identity.pem());
    Files.writeString(
        file,
        """
        listen: 127.0.0.1:0
        tls: %1$s
        admin: {listen: "127.0.0.1:0", tls: %1$s}
        upstreams: [{name: engine, url: "%2$s"}]
        """
            .formatted(tls, upstream));
    return new PlanSource.OfFile(file, Map.of()).load();
  }

  private HttpResponse<String> ask(URI url) throws Exception {
    try (HttpClient client = HttpClient.newBuilder().sslContext(identity.trusting()).build()) {
      return client.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
    }
  }

  @Test
  void itsClientsAskOverTls() throws Exception {
    try (StubEngine engine = new StubEngine("engine-a");
        EventLoops loops = EventLoops.start(1);
        Gateway gateway = Gateway.start(plan(engine.url()), loops, NanoClock.SYSTEM, List.of())) {
      URI url = URI.create("https://127.0.0.1:" + gateway.port() + "/v1/models");
      assertThat(ask(url).statusCode()).isEqualTo(200);
      assertThat(engine.requested()).isEqualTo(1);
    }
  }

  @Test
  void itsPagesAreAskedForOverTls() throws Exception {
    GatewayPlan plan = plan("http://127.0.0.1:1");
    GatewayAdminPages sources =
        new GatewayAdminPages(
            new GatewayStatus.Holder(GatewayStatus.starting(plan)), LiveGateway.page());
    try (AdminServer admin = AdminServer.start(plan.admin(), sources)) {
      assertThat(admin.url()).startsWith("https://");
      assertThat(ask(URI.create(admin.url()).resolve("livez")).body()).isEqualTo("alive\n");
    }
  }
}
