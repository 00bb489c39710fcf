package dev.goodput.metrics.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Tests of attempts as a client's operations: all count, however they ended.
class OperationsTest {
  private static Operations of(RequestRecord... requests) {
    TrafficMeter meter = new TrafficMeter(TrafficPlan.DEFAULTS);
    for (RequestRecord request : requests) {
      meter.add(request);
    }
    TrafficSnapshot snapshot = meter.snapshot(20_000_000_000L);
    return snapshot.all().operations();
  }

  private static RequestMaker stream(int chunks) {
    double[] at = new double[chunks];
    for (int i = 0; i < chunks; i++) {
      at[i] = 200 + 10 * i;
    }
    return RequestMaker.at(100).chunks(at).passage(Passages.of("llama", "a", "chat"));
  }

  private static RequestMaker silent(Outcome outcome, double endedMs) {
    return RequestMaker.at(100)
        .outcome(outcome)
        .ended(endedMs)
        .passage(Passages.of("llama", "a", "chat"));
  }

  private static TrafficHistogram failure(Operations operations, String type) {
    return Objects.requireNonNull(operations.failures().get(type), type);
  }

  private static TrafficHistogram failedRequest(Operations operations, String type) {
    return Objects.requireNonNull(operations.failedRequests().get(type), type);
  }

  @Test
  void tokensAreThoseOfEveryAttemptThatWasTakenOn() {
    Operations operations =
        of(
            stream(5).usage(100, 5).make(),
            stream(7).usage(30, -1).outcome(new Outcome.Cancelled("the client left")).make(),
            stream(3).usage(40, 9).outcome(new Outcome.Truncated("")).make(),
            stream(2).usage(50, 2).attempt(0, false).outcome(new Outcome.Reset("")).make());

    assertThat(operations.inputTokens().count()).isEqualTo(4);
    assertThat(operations.inputTokens().sum()).isEqualTo(100 + 30 + 40 + 50);
    assertThat(operations.outputTokens().count()).isEqualTo(4);
    assertThat(operations.outputTokens().sum()).isEqualTo(5 + 7 + 9 + 2);
  }

  @Test
  void nothingIsSaidOfTokensThatNobodyBillsOrKnows() {
    Operations operations =
        of(
            silent(new Outcome.HttpError(429, ""), 120).requested(40, -1).make(),
            silent(new Outcome.Cancelled("the client left"), 120).make(),
            stream(5).make());

    assertThat(operations.inputTokens().count()).isZero();
    assertThat(operations.outputTokens().count()).isEqualTo(1);
    assertThat(operations.outputTokens().sum()).isEqualTo(5);
  }

  @Test
  void failuresTookFromTheRequestsStartToTheirEnd() {
    Operations operations =
        of(
            silent(new Outcome.HttpError(503, "busy"), 150).attempt(0, false).make(),
            silent(new Outcome.HttpError(503, "busy"), 350).attempt(1, true).make(),
            silent(new Outcome.Refused("no"), 110).make(),
            stream(5).usage(100, 5).make(),
            silent(new Outcome.Cancelled("the client left"), 120).make());

    assertThat(operations.failures()).containsOnlyKeys("503", "refused");
    assertThat(failure(operations, "503").count()).isEqualTo(2);
    assertThat(failure(operations, "503").sum()).isCloseTo(0.05 + 0.25, within(1e-9));
    assertThat(failure(operations, "refused").sum()).isCloseTo(0.01, within(1e-9));
  }

  @Test
  void whatIsTurnedAwayHereIsNoOperationOfAnUpstreamAndAFailureOfTheServer() {
    GatewayInfo nowhere = Passages.of("llama", "", "chat");

    Operations operations = of(silent(new Outcome.HttpError(404, ""), 110).passage(nowhere).make());

    assertThat(operations.failures()).isEmpty();
    assertThat(failedRequest(operations, "404").sum()).isCloseTo(0.01, within(1e-9));
  }

  @Test
  void requestsFailAsTheirLastAttemptsDo() {
    Operations operations =
        of(
            silent(new Outcome.HttpError(503, "busy"), 150).attempt(0, false).make(),
            silent(new Outcome.Reset(""), 350).attempt(1, true).make(),
            silent(new Outcome.HttpError(503, "busy"), 150).attempt(0, false).make(),
            stream(5).usage(100, 5).attempt(1, true).make(),
            silent(new Outcome.Cancelled("the client left"), 120).make());

    assertThat(operations.failedRequests()).containsOnlyKeys("reset");
    assertThat(failedRequest(operations, "reset").sum()).isCloseTo(0.25, within(1e-9));
  }

  @Test
  void typesOfErrorsThatAreTooManyAreOne() {
    RequestRecord[] requests = new RequestRecord[100];
    for (int i = 0; i < requests.length; i++) {
      requests[i] = silent(new Outcome.HttpError(500 + i, ""), 110).make();
    }

    assertThat(of(requests).failures()).hasSize(9).containsKey("500");
    assertThat(failure(of(requests), "_OTHER").count()).isEqualTo(92);
  }
}
