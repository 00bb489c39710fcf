package dev.goodput.metrics.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.result.LevelResult;
import dev.goodput.metrics.result.LevelResult.Outage;
import dev.goodput.metrics.testing.Analysed;
import dev.goodput.metrics.testing.Logs;
import dev.goodput.metrics.testing.RequestMaker;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A request every 100 ms; times in milliseconds.
final class OutageTest {
  private static final long MILLI = 1_000_000;

  private final List<RequestRecord> requests = new ArrayList<>();

  private RequestMaker next(int start) {
    return RequestMaker.at(start).id(start);
  }

  private void good(int from, int to) {
    answered(from, to, 5);
  }

  private void answered(int from, int to, int ttft) {
    for (int start = from; start < to; start += 100) {
      requests.add(next(start).chunks(start + ttft, start + ttft + 10).make());
    }
  }

  private void fail(int from, int to, int after) {
    for (int start = from; start < to; start += 100) {
      requests.add(
          next(start).ended(start + after).outcome(new Outcome.HttpError(503, "busy")).make());
    }
  }

  private LevelResult level() {
    // A log is in the order of ends.
    requests.sort(Comparator.comparingLong(each -> each.stamps().endedNanos()));
    return Analysed.level(Logs.open(requests.toArray(RequestRecord[]::new)), "ttft<=50ms");
  }

  private static Outage outage(int begin, int end, int failed, int recovery) {
    return new Outage(begin * MILLI, end * MILLI, failed, recovery * MILLI);
  }

  @Test
  void recoversWhenRequestsAreGoodAgain() {
    good(0, 1_000);
    fail(1_000, 2_000, 20);
    good(2_000, 4_000);
    LevelResult level = level();
    assertThat(level.reliability().outages()).containsExactly(outage(1_000, 1_920, 10, 80));
    assertThat(level.warnings())
        .contains(
            "1 outage: from 1 s on, 10 requests failed in 920 ms; recovery time 80 ms after the"
                + " last failure");
  }

  /// Late answers after the fault are not good: the queue has to drain first.
  @Test
  void lateAnswersAreNoRecovery() {
    good(0, 1_000);
    fail(1_000, 2_000, 20);
    answered(2_000, 3_000, 300);
    good(3_000, 4_000);
    assertThat(level().reliability().outages()).containsExactly(outage(1_000, 1_920, 10, 1_080));
  }

  /// Requests that time out end after later ones were answered.
  @Test
  void ordersByStart() {
    good(0, 1_000);
    fail(1_000, 2_000, 1_500);
    good(2_000, 5_000);
    assertThat(level().reliability().outages()).containsExactly(outage(1_000, 3_400, 10, 0));
  }

  /// Two good ones, a failure, and then good ones: the outage lasts to that failure.
  @Test
  void aFailureSoonAfterBelongsToTheOutage() {
    good(0, 1_000);
    fail(1_000, 2_000, 20);
    good(2_000, 2_200);
    fail(2_200, 2_300, 20);
    good(2_300, 4_000);
    assertThat(level().reliability().outages()).containsExactly(outage(1_000, 2_220, 11, 80));
  }

  @Test
  void saysThatItDidNotRecover() {
    good(0, 1_000);
    fail(1_000, 2_000, 20);
    good(2_000, 2_400);
    LevelResult level = level();
    assertThat(level.reliability().outages())
        .containsExactly(new Outage(1_000 * MILLI, 1_920 * MILLI, 10, null));
    assertThat(level.warnings())
        .contains(
            "1 outage: from 1 s on, 10 requests failed in 920 ms; the service had not recovered by"
                + " the end");
  }

  @Test
  void fewFailuresAreNoOutage() {
    good(0, 1_000);
    fail(1_000, 1_400, 20);
    good(1_400, 2_000);
    fail(2_000, 2_400, 20);
    good(2_400, 4_000);
    assertThat(level().reliability().outages()).isEmpty();
  }

  @Test
  void namesTheLongestOfSeveral() {
    good(0, 1_000);
    fail(1_000, 1_500, 20);
    good(1_500, 2_500);
    fail(2_500, 4_000, 20);
    good(4_000, 5_000);
    LevelResult level = level();
    assertThat(level.reliability().outages())
        .containsExactly(outage(1_000, 1_420, 5, 80), outage(2_500, 3_920, 15, 80));
    assertThat(level.warnings())
        .anyMatch(each -> each.startsWith("2 outages, the longest: from 2.5 s on, 15 requests"));
  }
}
