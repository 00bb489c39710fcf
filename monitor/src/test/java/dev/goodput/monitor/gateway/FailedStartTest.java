package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.goodput.gateway.admin.GatewayStatus;
import dev.goodput.gateway.plan.AdminPlan;
import dev.goodput.gateway.plan.CapturePlan;
import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.gateway.plan.Listener;
import dev.goodput.gateway.plan.LogPlan;
import dev.goodput.gateway.plan.SloClass;
import dev.goodput.gateway.plan.StoragePlan;
import dev.goodput.gateway.plan.Upstream;
import dev.goodput.monitor.live.ServiceInstance;
import dev.goodput.wire.BadSettingException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("system")
final class FailedStartTest {
  @TempDir private Path directory;

  private GatewayPlan plan(int port) {
    StoragePlan storage =
        new StoragePlan(
            LogPlan.in(directory.resolve("log")),
            CapturePlan.to(directory.resolve("traffic.jsonl")));
    return GatewayPlan.simple(Upstream.of("a", "http://127.0.0.1:1"), SloClass.of("chat"))
        .withAddresses(new Listener("127.0.0.1", port, null), AdminPlan.DEFAULTS)
        .withStorage(storage);
  }

  private void start(int port) throws InterruptedException {
    GatewayPlan plan = plan(port);
    LiveGateway.start(
            plan,
            new GatewayStatus.Holder(GatewayStatus.starting(plan)),
            ServiceInstance.of("goodput-gateway", "0.1.0", "goodput gateway"),
            InstantSource.system(),
            message -> {})
        .close();
  }

  private List<Path> runs() throws IOException {
    try (Stream<Path> inside = Files.list(directory.resolve("log"))) {
      return inside.toList();
    }
  }

  @Test
  void leavesNothingBehindThatWouldHaveTheNextOneFail() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatExceptionOfType(BadSettingException.class)
          .isThrownBy(() -> start(taken.getLocalPort()));
    }
    assertThat(directory.resolve("traffic.jsonl")).doesNotExist();
    assertThat(runs()).isEmpty();

    start(0);
    assertThat(directory.resolve("traffic.jsonl")).exists();
    assertThat(runs()).hasSize(1);
  }
}
