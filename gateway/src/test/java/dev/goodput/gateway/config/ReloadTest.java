package dev.goodput.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.plan.AccountingPlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.plan.ProtectionPlan;
import dev.goodput.gateway.plan.ProtectionPlan.Limits;
import dev.goodput.gateway.plan.ProtectionPlan.Retries;
import dev.goodput.gateway.plan.ProtectionPlan.Timeouts;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.StoragePlan;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.wire.server.ServerTls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadTest {
  private static final GatewayPlan SIMPLE =
      GatewayPlan.simple(Upstream.of("vllm", "http://vllm:8000"), SloClass.of("chat"));

  @Test
  void tellsWhatAReloadBringsFromWhatWaitsForARestart() {
    GatewayPlan moved = SIMPLE.withAddresses(new Listener("127.0.0.1", 0, null), SIMPLE.admin());
    GatewayPlan other =
        SIMPLE
            .withProtection(
                new ProtectionPlan(Limits.DEFAULTS, Timeouts.DEFAULTS, new Retries(2, true, true)))
            .withStorage(new StoragePlan(LogPlan.in(Path.of("log")), null))
            .withAccounting(AccountingPlan.DEFAULTS);
    assertThat(Reload.of(SIMPLE, moved))
        .isEqualTo(new Reload(SIMPLE, List.of(), List.of("listen")));
    assertThat(Reload.of(SIMPLE, other))
        .isEqualTo(new Reload(other, List.of("retries", "log"), List.of()));
    assertThat(Reload.of(SIMPLE, SIMPLE)).isEqualTo(new Reload(SIMPLE, List.of(), List.of()));
  }

  @Test
  void aReloadLeavesWhatHoldsFromTheStart() {
    GatewayPlan other =
        GatewayFile.parse(
            "gateway.yaml",
            """
            upstreams: [{name: vllm, url: "http://vllm:8000"}]
            limits:
              {max-connections: 5, max-in-flight: 6, max-header-bytes: 2048, max-body-bytes: 7}
            timeouts:
              connect: 1s
              request-head: 2s
              body-idle: 3s
              keep-alive-idle: 4s
              upstream-first-byte: 5s
              upstream-idle: 6s
              drain: 7s
            """,
            Map.of());
    Reload reload = Reload.of(SIMPLE, other);
    assertThat(reload)
        .isEqualTo(
            new Reload(
                reload.plan(),
                List.of(
                    "limits.max-in-flight",
                    "timeouts.connect",
                    "timeouts.upstream-first-byte",
                    "timeouts.upstream-idle",
                    "timeouts.drain"),
                List.of(
                    "limits.max-connections",
                    "limits.max-header-bytes",
                    "limits.max-body-bytes",
                    "timeouts.request-head",
                    "timeouts.body-idle",
                    "timeouts.keep-alive-idle")));
    assertThat(reload.plan().protection().limits().maxConnections())
        .isEqualTo(Limits.DEFAULTS.maxConnections());
    assertThat(reload.plan().protection().limits().maxInFlight()).isEqualTo(6);
    assertThat(Reload.of(reload.plan(), other).applied()).isEmpty();
    assertThat(Reload.of(SIMPLE, reload.plan()).restartRequired()).isEmpty();
  }

  @Test
  void aCertificateThatIsAnotherUnderTheSamePathIsAnotherPlan(@TempDir Path directory)
      throws IOException {
    Path certificate = Files.writeString(directory.resolve("tls.crt"), "before");
    Path key = Files.writeString(directory.resolve("tls.key"), "a key");
    GatewayPlan before = secured(ServerTls.read(certificate, key, null));
    assertThat(before.files()).containsExactly(certificate, key);
    assertThat(secured(ServerTls.read(certificate, key, null))).isEqualTo(before);

    Files.writeString(certificate, "renewed");
    GatewayPlan renewed = secured(ServerTls.read(certificate, key, null));
    assertThat(Reload.of(before, renewed))
        .isEqualTo(new Reload(renewed, List.of("tls"), List.of()));
    assertThat(before.toString()).doesNotContain("a key");
  }

  private static GatewayPlan secured(ServerTls tls) {
    return SIMPLE.withAddresses(new Listener("127.0.0.1", 9000, tls), SIMPLE.admin());
  }
}
