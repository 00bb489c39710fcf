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

  private Found probed(ProbeUpstream server, String via, @Nullable ProbeUpstream reported) {
    Dialect chat = Dialect.named("chat");
    HopPlan plan =
        new HopPlan(
            Endpoint.of(server.url(), chat), Endpoint.of(via, chat), MODEL, MODEL, reported, null);
    return Found.of(Hop.probe(plan, NanoClock.SYSTEM, looked::add, () -> true));
  }

  @Test
  void findsNothingWithoutAProxy() {
    try (ProbeUpstream server = ProbeUpstream.start("127.0.0.1", 0, NanoClock.SYSTEM)) {
      Found found = probed(server, server.url(), server);
      // Who listens there at all is the upstream itself: no proxy can tell that it is down.
      assertThat(found.values())
          .filteredOn(each -> each.check() != ProxyCheck.UNREACHABLE)
          .hasSize(12)
          .extracting(CheckFinding::rating)
          .containsOnly(CheckResult.KEPT);
      assertThat(looked).hasSize(13).doesNotHaveDuplicates();
    }
  }

  @Test
  @Tag("fault")
  void namesEachChangeOfAProxy() {
    try (ProbeUpstream server = ProbeUpstream.start("127.0.0.1", 0, NanoClock.SYSTEM);
        MeddlingProxy proxy = new MeddlingProxy(server)) {
      Found found = probed(server, proxy.url(), server);
      assertThat(found.get(ProxyCheck.BYTES).message()).contains("rewritten from byte");
      assertThat(found.get(ProxyCheck.COALESCING).message())
          .contains("1 read ", "holds the response back");
      assertThat(found.get(ProxyCheck.CANCEL_STREAMING).rating()).isEqualTo(CheckResult.UNKNOWN);
      assertThat(found.get(ProxyCheck.CANCEL_STREAMING).message()).contains("cannot leave midway");
      assertThat(found.get(ProxyCheck.CANCEL_WAITING).rating()).isEqualTo(CheckResult.BROKEN);
      assertThat(found.get(ProxyCheck.CUT).message())
          .contains("[DONE] that the upstream never sent");
      assertThat(found.get(ProxyCheck.RESET).rating()).isEqualTo(CheckResult.BROKEN);
      assertThat(found.get(ProxyCheck.REFUSAL).message()).contains("status 200", "3 times");
      assertThat(found.get(ProxyCheck.NO_ANSWER).figures()).containsEntry("upstream_requests", 3.0);
    }
  }

  @Test
  void reportsWhatCannotBeCheckedOnAForeignServer() {
    try (ProbeUpstream server = ProbeUpstream.start("127.0.0.1", 0, NanoClock.SYSTEM)) {
      Found found = probed(server, server.url(), null);
      assertThat(found.get(ProxyCheck.BYTES).rating()).isEqualTo(CheckResult.KEPT);
      assertThat(found.get(ProxyCheck.COALESCING).rating()).isEqualTo(CheckResult.KEPT);
      assertThat(found.get(ProxyCheck.CUT).rating()).isEqualTo(CheckResult.UNKNOWN);
      assertThat(found.get(ProxyCheck.CUT).message()).contains("cannot determine", "--embedded");
      assertThat(found.get(ProxyCheck.CANCEL_STREAMING).rating()).isEqualTo(CheckResult.UNKNOWN);
    }
  }

  @Test
  void reportsTheRestAsUnknownAfterAnInterruption() {
    try (ProbeUpstream server = ProbeUpstream.start("127.0.0.1", 0, NanoClock.SYSTEM)) {
      Endpoint endpoint = Endpoint.of(server.url(), Dialect.named("chat"));
      HopPlan plan = new HopPlan(endpoint, endpoint, MODEL, MODEL, server, null);
      assertThat(Hop.probe(plan, NanoClock.SYSTEM, looked::add, () -> false))
          .allMatch(each -> each.message().contains("interrupted"));
      assertThat(looked).isEmpty();
    }
  }
}
