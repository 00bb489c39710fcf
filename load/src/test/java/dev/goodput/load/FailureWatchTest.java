package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.Channel;
import dev.goodput.record.ChunkLog;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestSpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class FailureWatchTest {
  private static final long SECOND = 1_000_000_000;
  private static final Outcome OK = new Outcome.Ok("stop");
  private static final Outcome DENIED = new Outcome.HttpError(401, "no key");
  private static final Outcome BUSY = new Outcome.HttpError(503, "busy");
  private static final Outcome REFUSED = new Outcome.Refused("connection refused");

  private final FailureWatch watch = new FailureWatch(0);
  private ChunkLog chunks = ChunkLog.EMPTY;
  private long events;
  private long waitingSince = Intake.NOBODY;
  private boolean streamed = true;

  private @Nullable String add(Outcome outcome, long endedNanos) {
    RecordFactory.LevelFacts facts =
        new RecordFactory.LevelFacts(0, true, dev.goodput.record.LatencyOrigin.DUE);
    FinishedRecord base =
        RecordFactory.unsent(
            facts,
            0,
            0,
            new RequestSpec(0, 0, 1, 1, 1),
            RecordFactory.neverSent(0, 0, endedNanos),
            "");
    var r = base.record();
    return watch.add(
        new dev.goodput.record.RequestRecord(
            r.id(),
            r.level(),
            0,
            true,
            streamed,
            r.start(),
            r.requested(),
            r.stamps(),
            chunks,
            r.tokens(),
            0,
            outcome),
        events,
        waitingSince);
  }

  private static ChunkLog chunks(int count) {
    ChunkLog.Builder builder = new ChunkLog.Builder();
    for (int i = 0; i < count; i++) {
      builder.add(i, Channel.ANSWER, 1);
    }
    return builder.build();
  }

  private @Nullable String addMany(int count, Outcome outcome) {
    String message = null;
    for (int i = 0; i < count; i++) {
      message = add(outcome, 0);
    }
    return message;
  }

  @Test
  void namesWhyTheFirstTwentyFailed() {
    assertThat(addMany(19, DENIED)).isNull();
    assertThat(addMany(1, DENIED))
        .isEqualTo("all of the first 20 requests failed, the last with http_error 401: no key");
  }

  @Test
  void toleratesABusyServer() {
    assertThat(addMany(99, BUSY)).isNull();
    assertThat(addMany(1, BUSY)).contains("100 requests").contains("503");
  }

  @Test
  void continuesAfterOneResponse() {
    add(OK, 0);

    assertThat(addMany(1000, BUSY)).isNull();
  }

  @Test
  void noticesAnUnreachableServer() {
    add(OK, SECOND);
    for (int i = 0; i < 100; i++) {
      assertThat(add(REFUSED, 31 * SECOND)).isNull();
    }
    assertThat(add(REFUSED, 32 * SECOND))
        .isEqualTo(
            "the target answered before and has taken no connection for 31 s, the last of 101"
                + " requests with refused: connection refused");
  }

  @Test
  void noticesAServerThatRefusesAllNewConnections() {
    add(OK, SECOND);
    for (int i = 0; i < 9; i++) {
      assertThat(add(new Outcome.Timeout(Outcome.Timeout.Stage.CONNECT), 40 * SECOND)).isNull();
    }
    assertThat(add(new Outcome.Timeout(Outcome.Timeout.Stage.CONNECT), 40 * SECOND))
        .contains("no connection for 39 s")
        .endsWith("timeout_connect");
  }

  @Test
  void waitsForARestartingServer() {
    add(OK, SECOND);
    for (int i = 0; i < 1000; i++) {
      assertThat(add(REFUSED, SECOND + 30 * SECOND * i / 1000)).isNull();
    }
    add(OK, 31 * SECOND);

    assertThat(addMany(1000, REFUSED)).isNull();
  }

  @Test
  void contentBeforeTheFirstResponseEndsCountsAsProgress() {
    for (int i = 0; i < 100; i++) {
      events += 3;
      for (int k = 0; k < 1000; k++) {
        assertThat(add(k % 2 == 0 ? BUSY : DENIED, i * SECOND)).isNull();
      }
    }
  }

  @Test
  void stoppedContentCountsAsProgressForALimitedTime() {
    events = 3;
    add(BUSY, SECOND);
    events = 5;
    add(BUSY, 2 * SECOND);
    for (int i = 0; i < 150; i++) {
      assertThat(add(BUSY, 32 * SECOND)).isNull();
    }
    assertThat(add(BUSY, 33 * SECOND))
        .isEqualTo(
            "responses started and none finished, with nothing but failures for 31 s, the last of"
                + " 151 requests with http_error 503: busy");
  }

  @Test
  void contentOfFailedResponsesIsNotProgress() {
    chunks = chunks(1);
    String message = null;
    for (int i = 0; i < 100; i++) {
      events++;
      message = add(new Outcome.Truncated("cut"), i);
    }

    assertThat(message).contains("all of the first 100 requests failed");
  }

  @Test
  void waitsForTheFirstTokenOfEarlierRequests() {
    waitingSince = 0;
    for (int i = 0; i < 1000; i++) {
      assertThat(add(i % 2 == 0 ? BUSY : DENIED, i)).isNull();
    }
    waitingSince = Intake.NOBODY;
    events = 1;

    assertThat(addMany(1000, BUSY)).isNull();
  }

  @Test
  void doesNotWaitForRequestsSentAfterEnoughFailures() {
    waitingSince = SECOND - 1;
    for (int i = 0; i < 20; i++) {
      assertThat(add(DENIED, SECOND)).isNull();
    }
    waitingSince = SECOND;

    assertThat(add(DENIED, SECOND + 2)).startsWith("all of the first 21 requests failed");
  }

  @Test
  void waitsTenSecondsForTheFirstToken() {
    waitingSince = SECOND;
    for (int i = 0; i < 100; i++) {
      assertThat(add(BUSY, 11 * SECOND)).isNull();
    }
    assertThat(add(BUSY, 11 * SECOND + 1)).startsWith("all of the first 101 requests failed");
  }

  @Test
  void waitsThirtySecondsForUnstreamedResponses() {
    streamed = false;
    waitingSince = 0;
    for (int i = 0; i < 1000; i++) {
      assertThat(add(i % 2 == 0 ? BUSY : DENIED, 30 * SECOND)).isNull();
    }
    assertThat(add(BUSY, 31 * SECOND)).contains("all of the first 1001 requests failed");
  }

  @Test
  void doesNotWaitForRequestsSentAfterTheFirstUnreachable() {
    waitingSince = 3 * SECOND;
    Outcome away = new Outcome.Timeout(Outcome.Timeout.Stage.CONNECT);
    for (int i = 0; i < 19; i++) {
      assertThat(add(away, 3 * SECOND + i)).isNull();
    }
    assertThat(add(away, 3 * SECOND + 19)).contains("20 requests failed").contains("connect");
  }

  @Test
  void waitsForARequestSentBeforeTheFirstUnreachable() {
    waitingSince = 0;
    assertThat(addManyAt(SECOND, REFUSED)).isNull();
    waitingSince = SECOND;
    assertThat(add(REFUSED, 2 * SECOND)).contains("21 requests failed");
  }

  private @Nullable String addManyAt(long endedNanos, Outcome outcome) {
    String message = null;
    for (int i = 0; i < 20; i++) {
      message = add(outcome, endedNanos);
    }
    return message;
  }

  @Test
  void aBrokenLongResponseDoesNotHideProgressOfOthers() {
    events = 3000;
    add(REFUSED, SECOND);
    chunks = chunks(1500);
    add(new Outcome.Reset("reset"), 2 * SECOND);
    chunks = ChunkLog.EMPTY;
    for (int i = 3; i < 70; i++) {
      events += 20;
      assertThat(add(REFUSED, i * SECOND)).isNull();
    }
  }

  @Test
  void openResponsesCountForALimitedTimeWhenAllBreak() {
    events = 20;
    chunks = chunks(10);
    String message = null;
    int ended = 0;
    for (; message == null && ended < 1000; ended++) {
      events += ended % 2 == 0 ? 15 : 5;
      message = add(new Outcome.Truncated("cut"), ended * SECOND / 5);
    }

    assertThat(ended).isBetween(100, 300);
    assertThat(message).startsWith("responses started and none finished");
  }

  @Test
  void anUnreachableServerHasNoPendingResponses() {
    streamed = false;
    assertThat(addMany(19, REFUSED)).isNull();
    assertThat(addMany(1, REFUSED)).startsWith("all of the first 20 requests failed");
  }

  @Test
  void aServerThatRejectsNewRequestsButStreamsIsReachable() {
    add(OK, SECOND);
    for (int i = 0; i < 100; i++) {
      events += i % 5 == 0 ? 3 : 0;
      assertThat(add(REFUSED, (2 + i) * SECOND)).isNull();
    }
  }

  @Test
  void aServerThatReturnsErrorsIsReachable() {
    add(OK, SECOND);
    for (int i = 0; i < 100; i++) {
      assertThat(add(i % 9 == 0 ? BUSY : REFUSED, (2 + i) * SECOND)).isNull();
    }
  }

  @Test
  void aServerThatRecoversIsReachable() {
    add(OK, SECOND);
    addMany(50, REFUSED);
    add(OK, 20 * SECOND);

    assertThat(add(REFUSED, 21 * SECOND)).isNull();
  }

  @Test
  void cancellationBeforeAnyTokenIsNoEvidence() {
    assertThat(addMany(1000, new Outcome.Cancelled())).isNull();
    assertThat(addMany(20, DENIED)).contains("20 requests failed");
  }

  @Test
  void cancellationMidResponseCountsAsAResponse() {
    chunks = chunks(1);
    add(new Outcome.Cancelled(), 0);
    chunks = ChunkLog.EMPTY;

    assertThat(addMany(1000, DENIED)).isNull();
  }

  @Test
  void unsentRequestsAreNoEvidence() {
    assertThat(addMany(1000, new Outcome.Unsent("drained"))).isNull();
  }
}
