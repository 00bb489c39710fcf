package dev.goodput.load;

import static dev.goodput.load.LevelHarness.MILLI;
import static dev.goodput.load.LevelHarness.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.goodput.load.testing.FakeServer;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import org.junit.jupiter.api.Test;

final class RetryTest {
  private final LevelHarness.Setup setup = new LevelHarness.Setup();

  @Test
  void keepsBothAttemptsWithOneIntendedStart() {
    setup.plan = LevelHarness.open(1, 1, 0, 0);
    setup.retry = new Retry(3, 10 * MILLI, 60 * SECOND);
    setup.answers = i -> i == 0 ? busy(2) : FakeServer.Answer.of(20 * MILLI, MILLI, 5);
    LevelHarness level = setup.start().runUntil(10 * SECOND);

    RequestRecord first = level.records.get(0);
    RequestRecord second = level.records.get(1);
    assertThat(first.attempt()).isZero();
    assertThat(first.last()).isFalse();
    assertThat(first.outcome()).isEqualTo(new Outcome.HttpError(429, "busy"));
    assertThat(second.attempt()).isEqualTo(1);
    assertThat(second.last()).isTrue();
    assertThat(second.id()).isEqualTo(first.id());
    assertThat(second.stamps().intendedNanos()).isZero();
    assertThat(second.stamps().dispatchedNanos()).isEqualTo(2 * SECOND + 5 * MILLI);
    assertThat(level.worker.inFlightNanos()).isEqualTo(level.inFlightByRecords());
  }

  @Test
  void countsPortExhaustionEvenIfTheRetrySucceeds() {
    setup.plan = LevelHarness.open(1, 1, 0, 0);
    setup.retry = new Retry(3, 10 * MILLI, SECOND);
    FakeServer.Answer none = FakeServer.Answer.failing(MILLI, new Outcome.Refused("no port left"));
    setup.answers = i -> i == 0 ? none : FakeServer.Answer.of(20 * MILLI, MILLI, 5);
    LevelHarness level = setup.start().runUntil(SECOND);

    assertThat(level.records.getLast().outcome()).isEqualTo(new Outcome.Ok("stop"));
    assertThat(level.worker.counters().refusedLocally()).isEqualTo(1);
  }

  @Test
  void waitsNoLongerThanTheCap() {
    setup.plan = LevelHarness.open(1, 1, 0, 0);
    setup.retry = new Retry(2, 10 * MILLI, SECOND);
    setup.answers = i -> i == 0 ? busy(3600) : FakeServer.Answer.of(20 * MILLI, MILLI, 5);

    assertThat(setup.start().runUntil(10 * SECOND).records).hasSize(2);
  }

  @Test
  void doublesTheWaitWithoutRetryAfter() {
    Retry retry = new Retry(5, 10, 1000);
    Outcome reset = new Outcome.Reset("");

    assertThat(retry.delayNanos(0, reset, -1)).isEqualTo(10);
    assertThat(retry.delayNanos(1, reset, -1)).isEqualTo(20);
    assertThat(retry.delayNanos(3, reset, -1)).isEqualTo(80);
    assertThat(retry.delayNanos(4, reset, -1)).isEqualTo(-1);
  }

  @Test
  void retriesOnlyTransientFailures() {
    Retry retry = new Retry(5, 10, 1000);

    assertThat(retry.delayNanos(0, new Outcome.HttpError(503, ""), -1)).isEqualTo(10);
    assertThat(retry.delayNanos(0, new Outcome.HttpError(401, ""), -1)).isEqualTo(-1);
    assertThat(retry.delayNanos(0, new Outcome.ErrorEvent(""), -1)).isEqualTo(-1);
    assertThat(retry.delayNanos(0, new Outcome.Timeout(Outcome.Timeout.Stage.CONNECT), -1))
        .isEqualTo(10);
    assertThat(retry.delayNanos(0, new Outcome.Timeout(Outcome.Timeout.Stage.IDLE), -1))
        .isEqualTo(-1);
  }

  @Test
  void isOffByDefault() {
    setup.plan = LevelHarness.open(1, 1, 0, 0);
    setup.answers = _ -> busy(1);

    assertThat(setup.start().runUntil(10 * SECOND).records)
        .singleElement()
        .satisfies(r -> assertThat(r.last()).isTrue());
  }

  @Test
  void drainingMakesTheFailedAttemptTheLast() {
    setup.plan = LevelHarness.open(1, 1, 0, 0);
    setup.retry = new Retry(3, SECOND, SECOND);
    setup.answers = _ -> busy(-1);
    LevelHarness level = setup.start().runUntil(100 * MILLI);
    level.worker.drain("drained");
    level.runUntil(10 * SECOND);

    assertThat(level.records)
        .singleElement()
        .satisfies(r -> assertThat(r.last()).isTrue())
        .satisfies(r -> assertThat(r.outcome().key()).isEqualTo("http_error"));
    assertThat(level.worker.inFlightNanos()).isEqualTo(level.inFlightByRecords());
  }

  @Test
  void refusesInvalidSettings() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Retry(0, 1, 1));
  }

  private static FakeServer.Answer busy(int retryAfterSeconds) {
    return new FakeServer.Answer(
        5 * MILLI, 0, 0, new Outcome.HttpError(429, "busy"), retryAfterSeconds);
  }
}
