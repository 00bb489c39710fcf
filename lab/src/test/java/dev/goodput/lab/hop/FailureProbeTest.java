package dev.goodput.lab.hop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.CheckResult;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.server.ServerResponse;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("fault")
final class FailureProbeTest {
  private final ProbeUpstream upstream = ProbeUpstream.start("127.0.0.1", 0, NanoClock.SYSTEM);

  @AfterEach
  void close() {
    upstream.close();
  }

  /// Its reader ends with the upstream's connection, and nobody tells the client.
  private static Consumer<ServerResponse> leaveWaiting(Supplier<RawResponse> requested) {
    RawResponse answer = requested.get();
    if (answer.seemsComplete()) {
      return ProxyBy.whole(answer.status(), answer.text());
    }
    return answer.status() == 0 ? _ -> {} : ProxyBy.begun(answer.text());
  }

  @Test
  void reportsAProxyThatHangsWhenTheUpstreamIsGone() {
    try (ProxyBy proxy = new ProxyBy(upstream, FailureProbeTest::leaveWaiting)) {
      ProbeTools probing = proxy.probing(upstream);
      assertThat(FailureProbe.cut(probing, upstream).rating()).isEqualTo(CheckResult.BROKEN);
      assertThat(FailureProbe.reset(probing, upstream).message())
          .contains("2 s later the client still waits", "status 200, then nothing more");
      CheckFinding unanswered = FailureProbe.unanswered(probing, upstream);
      assertThat(unanswered.rating()).isEqualTo(CheckResult.BROKEN);
      assertThat(unanswered.message()).contains("still waits: no response, then nothing more");
    }
  }

  @Test
  void ignoresFailuresThatTheProxyNeverMet() {
    try (ProxyBy proxy = new ProxyBy(upstream, _ -> ProxyBy.whole(429, ""))) {
      ProbeTools probing = proxy.probing(upstream);
      assertThat(FailureProbe.cut(probing, upstream).rating()).isEqualTo(CheckResult.UNKNOWN);
      assertThat(FailureProbe.refusal(probing, upstream).rating()).isEqualTo(CheckResult.UNKNOWN);
      assertThat(FailureProbe.unanswered(probing, upstream).message())
          .contains("sent no request to the upstream", "status 429");
    }
  }

  @Test
  void acceptsAnyErrorStatusAsAReportToTheClient() {
    ProxyBy.Way way =
        requested -> {
          RawResponse _ = requested.get();
          return ProxyBy.whole(424, "{}");
        };
    try (ProxyBy proxy = new ProxyBy(upstream, way)) {
      CheckFinding cut = FailureProbe.cut(proxy.probing(upstream), upstream);
      assertThat(cut.rating()).as(cut.message()).isEqualTo(CheckResult.KEPT);
    }
  }

  /// Passes whole answers on, and after each failure leaves the upstream alone for some questions.
  private static final class Sulking implements ProxyBy.Way {
    private static final int QUESTIONS = 3;

    private final AtomicInteger left = new AtomicInteger();

    @Override
    public Consumer<ServerResponse> answer(Supplier<RawResponse> requested) {
      if (left.getAndUpdate(now -> Math.max(0, now - 1)) > 0) {
        return ProxyBy.whole(503, "{}");
      }
      RawResponse answer = requested.get();
      if (!answer.seemsComplete() || !answer.successful()) {
        left.set(QUESTIONS);
      }
      return answer.seemsComplete()
          ? ProxyBy.whole(answer.status(), answer.text())
          : ServerResponse::cut;
    }
  }

  @Test
  void ignoresResponsesThatTheProxyMakesWithoutTheUpstream() {
    Set<ProxyCheck> others =
        EnumSet.of(
            ProxyCheck.COALESCING,
            ProxyCheck.CANCEL_STREAMING,
            ProxyCheck.CANCEL_WAITING,
            ProxyCheck.TRAILERS,
            ProxyCheck.UNREACHABLE);
    try (ProxyBy proxy = new ProxyBy(upstream, new Sulking())) {
      List<CheckFinding> found =
          new ProxyCheckRunner(proxy.probing(upstream), _ -> {}, () -> true).embedded(upstream);
      assertThat(found)
          .filteredOn(each -> !others.contains(each.check()))
          .hasSize(8)
          .allSatisfy(
              each -> assertThat(each.rating()).as(each.message()).isEqualTo(CheckResult.KEPT));
    }
  }

  @Test
  void stopsWaitingForAProxyThatSendsNothing() {
    try (ProxyBy proxy = new ProxyBy(upstream, _ -> ProxyBy.whole(503, "{}"))) {
      ProbeTools probing = proxy.probing(upstream);
      assertThat(FailureProbe.upstreamReached(probing, upstream, () -> true)).isFalse();
    }
  }
}
