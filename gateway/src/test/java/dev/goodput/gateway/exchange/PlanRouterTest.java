package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.gateway.plan.GatewayPlan;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.relay.ExchangeOutcome;
import dev.goodput.relay.Route.ByBody;
import dev.goodput.relay.Route.Refuse;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dialect.PromptSink;
import dev.goodput.wire.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests requests whose bodies there is no room for, by a plan whose routes depend on them.
final class PlanRouterTest {
  private static final RequestHead HEAD =
      RequestHead.parse(
          "POST /v1/chat/completions HTTP/1.1\r\nHost: g\r\nContent-Length: 1000\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));

  private final BlockingQueue<CompletedAttempt> passed = new LinkedBlockingQueue<>();

  private final class Hearing implements TrafficListener {
    @Override
    public void completed(CompletedAttempt each, PromptSink prompt) {
      passed.add(each);
    }
  }

  private static GatewayPlan plan(String classOfSmall) {
    return GatewayRig.byModel(GatewayRig.plan("http://127.0.0.1:1"), classOfSmall);
  }

  /// Returns the record of a request of whose body only this part arrived.
  private GatewayInfo crowdedOut(GatewayPlan plan, String came) throws InterruptedException {
    byte[] part = came.getBytes(StandardCharsets.US_ASCII);
    BodyMemoryBudget room = new BodyMemoryBudget(10_000);
    try (RecordingThread recordingThread =
        new RecordingThread(NanoClock.SYSTEM, new RecordMaker(), List.of(new Hearing()), room)) {
      PlanRouter planRouter =
          new PlanRouter(plan, new byte[16], recordingThread, new InFlightGauge());
      ByBody wait = (ByBody) planRouter.route(HEAD, 1);
      Refuse reported = wait.evicted().apply(part);
      assertThat(reported.status()).isEqualTo(503);
      reported.listener().requestBody(part, 0, part.length);
      reported.listener().ended(new ExchangeOutcome.Refused(reported.status(), reported.type()), 2);
    }
    RequestRecord over = passed.take().record();
    assertThat(over.outcome()).isEqualTo(new Outcome.HttpError(503, "too_many_requests"));
    return Objects.requireNonNull(over.passage());
  }

  @ParameterizedTest
  @CsvSource({"small, small, fast", "big, rest, slow"})
  void countInTheClassThatWouldHaveServedThem(String model, String route, String sloClass)
      throws Exception {
    GatewayInfo over =
        crowdedOut(plan("fast"), "{\"model\":\"" + model + "\",\"messages\":[{\"content\":\"a b");
    assertThat(over.route()).isEqualTo(route);
    assertThat(over.sloClass()).isEqualTo(sloClass);
  }

  @Test
  void countInTheClassOfAllThoughTheirModelHasNotCome() throws Exception {
    for (String came : new String[] {"", "{\"messages\":["}) {
      assertThat(crowdedOut(plan("slow"), came).sloClass()).isEqualTo("slow");
    }
  }
}
