package dev.goodput.monitor.gateway;

import dev.goodput.gateway.admin.AdminSources.Page;
import dev.goodput.gateway.plan.GatewayPlan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A gateway without traffic that records its calls.
final class FakeRunning implements RunningGateway {
  final List<GatewayPlan> plans = new ArrayList<>();
  final List<String> received = new ArrayList<>();
  int inFlight;
  boolean draining;
  boolean closed;
  String fault = "";
  long stillNanos;

  @Override
  public int port() {
    return 9000;
  }

  @Override
  public int inFlight() {
    return inFlight;
  }

  @Override
  public long stillNanos() {
    return stillNanos;
  }

  @Override
  public void reload(GatewayPlan plan) {
    if (!fault.isEmpty()) {
      throw new IllegalStateException(fault);
    }
    plans.add(plan);
  }

  @Override
  public void configured(String sentence) {
    received.add(sentence);
  }

  @Override
  public void drain() {
    draining = true;
  }

  @Override
  public TrafficSummary health() {
    return GatewayStatusTextTest.health(List.of());
  }

  @Override
  public Page live(String target) {
    return page("{\"asked\":\"" + target + "\"}");
  }

  @Override
  public Page metrics(@Nullable String accept) {
    return page("goodput_up 1\n");
  }

  @Override
  public void close() {
    closed = true;
  }

  private static Page page(String text) {
    return new Page("text/plain", text.getBytes(StandardCharsets.UTF_8));
  }
}
