package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goodput.load.testing.FakeSessions;
import dev.goodput.workload.HistoryMode;
import dev.goodput.workload.arrival.Arrivals;
import dev.goodput.workload.prompt.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SliceTest {
  private static final long SECOND = 1_000_000_000;

  /// Returns everything about a session as text.
  private static List<String> read(
      LevelPlan plan, Slice slice, long seed, int turns, boolean timed) {
    FakeSessions sessions =
        timed ? FakeSessions.timed(SECOND / 50) : FakeSessions.of(turns, 5, HistoryMode.CUMULATIVE);
    LevelPlan sliced =
        new LevelPlan(
            plan.arrivals(),
            plan.concurrency(),
            plan.requests(),
            plan.durationNanos(),
            plan.maxInFlight(),
            slice);
    SessionReader reader =
        new SessionReader(
            new LevelTask(
                0,
                sliced,
                sessions,
                (conversation, _) -> body(conversation),
                true,
                Retry.OFF,
                Cancellation.NONE,
                seed,
                null));
    List<String> all = new ArrayList<>();
    for (PlannedSession next = reader.next(); next != null; next = reader.next()) {
      all.add(
          "%012d %d %s %s %s"
              .formatted(
                  next.firstId(),
                  next.offsetNanos(),
                  next.requested(),
                  new String(next.body().bytes(), StandardCharsets.UTF_8),
                  next.later()));
    }
    return all;
  }

  private static Body body(List<Message> conversation) {
    String text = conversation.stream().map(Message::content).collect(Collectors.joining("|"));
    return new Body(text.getBytes(StandardCharsets.UTF_8), -1);
  }

  private static Arrivals arrivals(int kind, SplittableRandom random) {
    return switch (kind) {
      case 0 -> new Arrivals.Constant(1 + random.nextInt(200));
      case 1 -> new Arrivals.Poisson(1 + random.nextInt(200));
      case 2 -> new Arrivals.Gamma(1 + random.nextInt(200), 0.5 + 2 * random.nextDouble());
      case 3 -> Arrivals.Stages.parse("5:1s,5-80:2s,20:1s", 1);
      case 4 -> new Arrivals.Burst(1 + random.nextInt(300));
      case 5 -> new Arrivals.Trace(0.5 + random.nextDouble());
      default -> new Arrivals.Closed();
    };
  }

  @Tag("property")
  @Test
  void slicesTogetherAreTheWholeSchedule() {
    for (int seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int kind = seed % 7;
      int turns = 1 + random.nextInt(3);
      boolean timed = kind == 5;
      int users = kind == 6 ? 4 : 0;
      boolean counted = random.nextBoolean() || kind == 6;
      LevelPlan plan =
          new LevelPlan(
              arrivals(kind, random),
              users,
              counted ? 1 + random.nextInt(300) : 0,
              counted ? 0 : SECOND + random.nextLong(3 * SECOND),
              0);
      List<String> whole = read(plan, Slice.WHOLE, seed, turns, timed);
      int of = 1 + random.nextInt(6);
      List<String> together = new ArrayList<>();
      for (int number = 1; number <= of; number++) {
        List<String> slice = read(plan, new Slice(number, of), seed, turns, timed);
        double even = (double) whole.size() / of;
        assertThat((double) slice.size()).isBetween(even - 1, even + 1);
        together.addAll(slice);
      }
      together.sort(Comparator.naturalOrder());
      assertThat(together).as("seed %d, %s, %d slices", seed, plan, of).isEqualTo(whole);
    }
  }

  @Test
  void dealsOutOneByOne() {
    assertThat(new Slice(1, 3).share(10)).isEqualTo(4);
    assertThat(new Slice(2, 3).share(10)).isEqualTo(3);
    assertThat(new Slice(3, 3).share(10)).isEqualTo(3);
    assertThat(Slice.WHOLE.share(10)).isEqualTo(10);
    assertThat(new Slice(3, 3).holds(2)).isTrue();
    assertThat(new Slice(3, 3).holds(3)).isFalse();
    assertThat(new Slice(2, 4)).hasToString("2/4");
  }

  @Test
  void sendsItsPartOfTheRate() {
    LevelPlan plan = new LevelPlan(new Arrivals.Poisson(8), 0, 10, 0, 0, new Slice(1, 4));
    assertThat(plan.rate()).isEqualTo(2);
    assertThat(plan.rateUntil(5)).isEqualTo(2);
    assertThat(plan.ownRequests()).isEqualTo(3);
  }

  @Test
  void refusesAnInvalidSlice() {
    assertThatThrownBy(() -> new Slice(0, 2)).hasMessageContaining("no slice 0 of 2");
    assertThatThrownBy(() -> new Slice(3, 2)).hasMessageContaining("no slice 3 of 2");
    assertThatThrownBy(() -> new Slice(1, 0)).hasMessageContaining("no slice");
  }
}
