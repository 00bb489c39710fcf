package dev.goodput.monitor.gateway;

import dev.goodput.gateway.admin.AdminSources;
import dev.goodput.gateway.admin.GatewayStatus;
import dev.goodput.gateway.config.GatewayFile;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The admin pages of a gateway that may not have started yet.
final class GatewayAdminPages implements AdminSources {
  /// Forty missed turns: longer than any garbage collection pause or a busy host explains.
  private static final long HUNG_NANOS = 10_000_000_000L;

  private final GatewayStatus.Holder status;
  private final Page page;
  private volatile @Nullable RunningGateway running;

  /// @param page the live page
  GatewayAdminPages(GatewayStatus.Holder status, Page page) {
    this.status = status;
    this.page = page;
  }

  /// Sets the gateway once it has started.
  void running(RunningGateway begun) {
    running = begun;
  }

  @Override
  public Page page() {
    return page;
  }

  @Override
  public @Nullable Page live(String target) {
    RunningGateway now = running;
    return now == null ? null : now.live(target);
  }

  @Override
  public @Nullable Page metrics(@Nullable String accept) {
    RunningGateway now = running;
    return now == null ? null : now.metrics(accept);
  }

  @Override
  public Page config() {
    byte[] yaml = GatewayFile.show(status.get().plan()).getBytes(StandardCharsets.UTF_8);
    return new Page("application/yaml; charset=utf-8", yaml);
  }

  /// Reports a stuck event loop. It blocks its share of all streams, and neither the other loops
  /// nor this page show that otherwise.
  @Override
  public @Nullable String restartReason() {
    RunningGateway now = running;
    long nanos = now == null ? 0 : now.stillNanos();
    return nanos < HUNG_NANOS
        ? null
        : "an event loop that serves clients has been stuck for " + nanos / 1_000_000_000 + " s";
  }

  @Override
  public Readiness readiness() {
    return status.get().readiness();
  }
}
