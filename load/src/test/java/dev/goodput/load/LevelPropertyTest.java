package dev.goodput.load;

import static dev.goodput.load.LevelHarness.MILLI;
import static dev.goodput.load.LevelHarness.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.load.testing.FakeServer.Answer;
import dev.goodput.load.testing.FakeSessions;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import dev.goodput.workload.HistoryMode;
import dev.goodput.workload.arrival.Arrivals;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Whatever a level sends and whatever the server does: every request ends once, all stamps are in
/// order, nothing is in flight at the end, and the sums agree.
@Tag("property")
final class LevelPropertyTest {
  private static final int CASES = 300;

  @Test
  void theCountsAgreeWhateverHappens() {
    for (long seed = 0; seed < CASES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      LevelHarness.Setup setup = setup(random);
      LevelHarness level = setup.start();
      disturb(level, random);
      level.runUntil(10_000 * SECOND);
      check(level, setup, "seed " + seed);
    }
  }

  private static LevelHarness.Setup setup(SplittableRandom random) {
    LevelHarness.Setup setup = new LevelHarness.Setup();
    boolean closed = random.nextBoolean();
    Arrivals arrivals =
        closed ? new Arrivals.Closed() : new Arrivals.Poisson(1 + random.nextInt(200));
    int users = closed ? 1 + random.nextInt(20) : 0;
    long requests = 1 + random.nextLong(200);
    long duration = random.nextInt(3) == 0 ? random.nextLong(3 * SECOND) + 1 : 0;
    int cap = random.nextInt(2) * (1 + random.nextInt(8));
    setup.plan = new LevelPlan(arrivals, users, requests, duration, cap);
    HistoryMode history = random.nextBoolean() ? HistoryMode.CUMULATIVE : HistoryMode.BY_TURN;
    setup.sessions = FakeSessions.of(1 + random.nextInt(3), random.nextLong(100 * MILLI), history);
    setup.retry = new Retry(1 + random.nextInt(3), random.nextLong(50 * MILLI), SECOND);
    setup.cancellation =
        new Cancellation(random.nextDouble(), 1 + random.nextInt(4), random.nextLong(40 * MILLI));
    long answerSeed = random.nextLong();
    setup.answers = number -> answer(new SplittableRandom(answerSeed + number));
    return setup;
  }

  private static Answer answer(SplittableRandom random) {
    long wait = random.nextLong(300 * MILLI);
    return switch (random.nextInt(8)) {
      case 0 -> Answer.failing(wait, new Outcome.Refused("nobody"));
      case 1 -> new Answer(wait, 0, 0, new Outcome.HttpError(429, "busy"), random.nextInt(3) - 1);
      case 2 -> Answer.failing(wait, new Outcome.HttpError(400, "no"));
      default -> Answer.of(wait, random.nextLong(20 * MILLI), 1 + random.nextInt(6));
    };
  }

  private static void disturb(LevelHarness level, SplittableRandom random) {
    for (int i = random.nextInt(4); i > 0; i--) {
      level.runUntil(level.loop.nanoTime() + random.nextLong(SECOND));
      level.loop.stall(random.nextLong(200 * MILLI));
    }
    switch (random.nextInt(4)) {
      case 0 -> level.worker.drain("drained");
      case 1 -> level.worker.stop("stopped");
      default -> {}
    }
  }

  private static void check(LevelHarness level, LevelHarness.Setup setup, String seed) {
    assertThat(level.worker.done()).as(seed).isTrue();
    assertThat(level.concurrency.now()).as(seed).isZero();
    assertThat(level.worker.inFlightNanos()).as(seed).isEqualTo(level.inFlightByRecords());
    int cap = setup.plan.maxInFlight();
    if (cap > 0) {
      assertThat(level.server.peak()).as(seed).isLessThanOrEqualTo(cap);
    }
    if (setup.plan.closed()) {
      assertThat(level.concurrency.peak()).as(seed).isLessThanOrEqualTo(setup.plan.concurrency());
    }
    assertThat(level.records).as(seed).allMatch(LevelPropertyTest::inOrder);
    Map<Long, List<RequestRecord>> byRequest =
        level.records.stream().collect(Collectors.groupingBy(RequestRecord::id));
    assertThat(byRequest.values()).as(seed).allMatch(LevelPropertyTest::oneStory);
    assertThat(byRequest.keySet()).as(seed).allMatch(id -> id < setup.plan.requests());
  }

  private static boolean inOrder(RequestRecord record) {
    Stamps stamps = record.stamps();
    boolean sent = Stamps.present(stamps.dispatchedNanos());
    return stamps.intendedNanos() <= stamps.dueNanos()
        && (!sent || stamps.dueNanos() <= stamps.dispatchedNanos())
        && (!sent || stamps.dispatchedNanos() <= stamps.endedNanos())
        && stamps.dueNanos() <= stamps.endedNanos()
        && sent != record.outcome() instanceof Outcome.Unsent;
  }

  /// Returns whether attempts follow each other, share their intended start, and only the last one
  /// is marked as last.
  private static boolean oneStory(List<RequestRecord> attempts) {
    for (int i = 0; i < attempts.size(); i++) {
      RequestRecord attempt = attempts.get(i);
      boolean last = i == attempts.size() - 1;
      if (attempt.attempt() != i
          || attempt.last() != last
          || attempt.startNanos() != attempts.getFirst().startNanos()) {
        return false;
      }
    }
    return true;
  }
}
