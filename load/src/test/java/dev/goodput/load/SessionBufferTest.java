package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.RequestSpec;
import dev.goodput.workload.SkippedRequests;
import dev.goodput.workload.arrival.Arrivals;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SessionBufferTest {
  private static final int MEBIBYTE = 1 << 20;
  private static final long MILLISECONDS_10 = 10_000_000;

  private static PlannedSession session(long id, int bytes) {
    return session(id, 0, bytes);
  }

  private static PlannedSession session(long id, long offsetNanos, int bytes) {
    return new PlannedSession(
        id,
        offsetNanos,
        new RequestSpec(id, 0, 1, 1, 1),
        new Body(new byte[bytes], -1),
        true,
        List.of(),
        List.of(),
        SkippedRequests.NONE);
  }

  private static List<Long> ids(SessionSupplier supply) {
    java.util.ArrayList<Long> ids = new java.util.ArrayList<>();
    for (@Nullable PlannedSession next = supply.poll(); next != null; next = supply.poll()) {
      ids.add(next.firstId());
    }
    return ids;
  }

  @Test
  void dealsAnOpenSchedulesSessionsToTheLoopsInTurn() {
    SessionBuffer buffer =
        new SessionBuffer(new LevelPlan(new Arrivals.Poisson(1), 0, 10, 0, 0), 3);
    for (int i = 0; i < 7; i++) {
      buffer.offer(session(i, 1));
    }
    buffer.end(SkippedRequests.NONE);

    assertThat(ids(buffer.supply(0))).containsExactly(0L, 3L, 6L);
    assertThat(ids(buffer.supply(1))).containsExactly(1L, 4L);
    assertThat(ids(buffer.supply(2))).containsExactly(2L, 5L);
    assertThat(buffer.supply(2).exhausted()).isTrue();
  }

  @Test
  void sharesOneQueueAmongTheUsersOfAllLoops() {
    SessionBuffer buffer = new SessionBuffer(new LevelPlan(new Arrivals.Closed(), 4, 10, 0, 0), 2);
    for (int i = 0; i < 3; i++) {
      buffer.offer(session(i, 1));
    }

    assertThat(buffer.supply(0).poll()).extracting(s -> s.firstId()).isEqualTo(0L);
    assertThat(buffer.supply(1).poll()).extracting(s -> s.firstId()).isEqualTo(1L);
    assertThat(buffer.supply(0).poll()).extracting(s -> s.firstId()).isEqualTo(2L);
  }

  @Test
  void limitsBufferedBytes() {
    SessionBuffer buffer =
        new SessionBuffer(new LevelPlan(new Arrivals.Closed(), 4, 1000, 0, 0), 1);
    int accepted = 0;
    while (buffer.offer(session(accepted, MEBIBYTE))) {
      accepted++;
    }
    assertThat(accepted).isBetween(30, 40);

    buffer.supply(0).poll();
    buffer.supply(0).poll();
    assertThat(buffer.offer(session(99, MEBIBYTE))).isTrue();
  }

  @Test
  void limitsBufferedSessions() {
    SessionBuffer buffer = new SessionBuffer(new LevelPlan(new Arrivals.Poisson(1), 0, 0, 1, 0), 1);
    int accepted = 0;
    while (accepted < 100_000 && buffer.offer(session(accepted, accepted * MILLISECONDS_10, 1))) {
      accepted++;
    }
    assertThat(accepted).isEqualTo(1024);
  }

  @Test
  void keepsABurstTogetherWithinTheLimit() {
    SessionBuffer buffer = new SessionBuffer(new LevelPlan(new Arrivals.Trace(1), 0, 0, 1, 0), 1);
    for (int i = 0; i < 1000; i++) {
      assertThat(buffer.offer(session(i, i * MILLISECONDS_10, 1))).isTrue();
    }
    long burst = 1000 * MILLISECONDS_10;
    for (int i = 1000; i < 11_000; i++) {
      assertThat(buffer.offer(session(i, burst, 1))).isTrue();
    }
    assertThat(buffer.offer(session(11_000, burst + MILLISECONDS_10, 1))).isFalse();
  }

  @Test
  void startsLaterWhenABurstNeedsConnections() {
    SessionBuffer even = new SessionBuffer(new LevelPlan(new Arrivals.Trace(1), 0, 0, 1, 0), 1);
    SessionBuffer early = new SessionBuffer(new LevelPlan(new Arrivals.Trace(1), 0, 0, 1, 0), 1);
    SessionBuffer late = new SessionBuffer(new LevelPlan(new Arrivals.Trace(1), 0, 0, 1, 0), 1);
    for (int i = 0; i < 500; i++) {
      even.offer(session(i, i * MILLISECONDS_10, 1));
      early.offer(session(i, MILLISECONDS_10, 1));
      late.offer(session(i, 100 * MILLISECONDS_10, 1));
    }
    List.of(even, early, late).forEach(buffer -> buffer.end(SkippedRequests.NONE));

    assertThat(even.leadNanos()).isZero();
    assertThat(early.leadNanos()).isEqualTo(49 * MILLISECONDS_10);
    assertThat(late.leadNanos()).isZero();
  }

  @Test
  void buffersFewSessionsForASteeredRateHoweverManyLoops() {
    for (int loops : new int[] {1, 3, 16, 63}) {
      LevelPlan steered = new LevelPlan(new Arrivals.Steered((_, _) -> 1), 0, 0, 0, 0);
      SessionBuffer buffer = new SessionBuffer(steered, loops);
      int accepted = 0;
      while (accepted < 100_000 && buffer.offer(session(accepted, 1))) {
        accepted++;
      }
      // A queue's capacity is a power of two, at least four.
      assertThat(accepted).isBetween(120, 256);
    }
  }
}
