package dev.goodput.lab.hop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Endpoint;
import dev.goodput.wire.dialect.Dialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
@Order(1)
class HopTest {
  private static final String MODEL = "goodput-hop";

  private final List<ProxyCheck> looked = new ArrayList<>();

  private Found probed(ProbeUpstream server, String via, @Nullable ProbeUpstream told) {
    Dialect chat = Dialect.named("chat");
    HopPlan plan =
        new HopPlan(
            Endpoint.of(server.url(), chat), Endpoint.of(via, chat), MODEL, MODEL, told, null);
    return Found.of(Hop.probe(plan, NanoClock.SYSTEM, looked::add, () -> true));
  }

  @Test
  void findsNothingWhereNothingStandsBetween() {
    try (ProbeUpstream server = ProbeUpstream.start("127.0.0.1", 0, NanoClock.SYSTEM)) {
      Found found = probed(server, server.url(), server);
      // Who listens there at all is the upstream itself: no proxy can tell that it is down.
      assertThat(found.values())
          .filteredOn(each -> each.duty() != ProxyCheck.UNREACHABLE)
          .hasSize(12)
          .extracting(CheckFinding::grade)
          .containsOnly(CheckResult.KEPT);
      assertThat(looked).hasSize(13).doesNotHaveDuplicates();
    }
  }

  @Test
  @Tag("fault")
  void namesEachThingThatAMeddlingProxyDoes() {
    try (ProbeUpstream server = ProbeUpstream.start("127.0.0.1", 0, NanoClock.SYSTEM);
        MeddlingProxy proxy = new MeddlingProxy(server)) {
      Found found = probed(server, proxy.url(), server);
      assertThat(found.get(ProxyCheck.BYTES).said()).contains("rewritten from byte");
      assertThat(found.get(ProxyCheck.COALESCING).said())
          .contains("1 steps", "the whole answer back");
      assertThat(found.get(ProxyCheck.CANCEL_STREAMING).grade()).isEqualTo(CheckResult.UNKNOWN);
      assertThat(found.get(ProxyCheck.CANCEL_STREAMING).said()).contains("no moment to leave in");
      assertThat(found.get(ProxyCheck.CANCEL_WAITING).grade()).isEqualTo(CheckResult.BROKEN);
      assertThat(found.get(ProxyCheck.CUT).said()).contains("[DONE] that the upstream never sent");
      assertThat(found.get(ProxyCheck.RESET).grade()).isEqualTo(CheckResult.BROKEN);
      assertThat(found.get(ProxyCheck.REFUSAL).said()).contains("status 200", "3 times");
      assertThat(found.get(ProxyCheck.NO_ANSWER).figures()).containsEntry("upstream_requests", 3.0);
    }
  }

  @Test
  void saysOfAnothersServerWhatCannotBeTold() {
    try (ProbeUpstream server = ProbeUpstream.start("127.0.0.1", 0, NanoClock.SYSTEM)) {
      Found found = probed(server, server.url(), null);
      assertThat(found.get(ProxyCheck.BYTES).grade()).isEqualTo(CheckResult.KEPT);
      assertThat(found.get(ProxyCheck.COALESCING).grade()).isEqualTo(CheckResult.KEPT);
      assertThat(found.get(ProxyCheck.CUT).grade()).isEqualTo(CheckResult.UNKNOWN);
      assertThat(found.get(ProxyCheck.CUT).said()).contains("cannot determine", "--embedded");
      assertThat(found.get(ProxyCheck.CANCEL_STREAMING).grade()).isEqualTo(CheckResult.UNKNOWN);
    }
  }

  @Test
  void leavesTheRestUnknownWhereItIsInterrupted() {
    try (ProbeUpstream server = ProbeUpstream.start("127.0.0.1", 0, NanoClock.SYSTEM)) {
      Endpoint endpoint = Endpoint.of(server.url(), Dialect.named("chat"));
      HopPlan plan = new HopPlan(endpoint, endpoint, MODEL, MODEL, server, null);
      assertThat(Hop.probe(plan, NanoClock.SYSTEM, looked::add, () -> false))
          .allMatch(each -> each.said().contains("interrupted"));
      assertThat(looked).isEmpty();
    }
  }
}
