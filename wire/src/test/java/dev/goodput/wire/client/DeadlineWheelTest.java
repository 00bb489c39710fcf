package dev.goodput.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class DeadlineWheelTest {
  private static final long SLOT = 1L << DeadlineWheel.SHIFT;
  private static final long SEED = 161803;

  private final DeadlineWheel wheel = new DeadlineWheel(0);

  private static final class Thing implements DeadlineWheel.Expiring {
    private long deadline;
    private long expiredAt = -1;
    private final DeadlineWheel.Entry entry = new DeadlineWheel.Entry(this);

    Thing(long deadline) {
      this.deadline = deadline;
    }

    @Override
    public long deadlineNanos() {
      return deadline;
    }

    @Override
    public void expired(long now) {
      expiredAt = now;
    }
  }

  @Test
  void expiresAtTheDeadlineAndNeverBefore() {
    Thing thing = new Thing(10 * SLOT + 5);
    wheel.place(thing.entry, 0);
    for (long now = 0; now <= 10 * SLOT; now += SLOT) {
      wheel.advance(now);
    }
    assertThat(thing.expiredAt).isEqualTo(-1);
    wheel.advance(11 * SLOT);
    assertThat(thing.expiredAt).isEqualTo(11 * SLOT);
    assertThat(wheel.isEmpty()).isTrue();
  }

  @Test
  void followsADeadlineThatMovesAway() {
    Thing thing = new Thing(5 * SLOT);
    wheel.place(thing.entry, 0);
    thing.deadline = 50 * SLOT;
    wheel.advance(20 * SLOT);
    assertThat(thing.expiredAt).isEqualTo(-1);
    wheel.advance(51 * SLOT);
    assertThat(thing.expiredAt).isEqualTo(51 * SLOT);
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void wrapsAroundWhenOneEntryIsFarOffAndTheLoopIsLate() {
    for (int late = 0; late < 600; late++) {
      DeadlineWheel own = new DeadlineWheel(0);
      Thing thing = new Thing(5_000 * SLOT);
      own.place(thing.entry, 0);
      for (long now = 511 * SLOT; now < 5_000 * SLOT; now += (511 + late) * SLOT) {
        own.advance(now + late * SLOT);
      }
      own.advance(5_000 * SLOT);
      assertThat(thing.expiredAt).isGreaterThanOrEqualTo(5_000 * SLOT);
    }
  }

  /// Returns an entry that fails when it expires.
  private static DeadlineWheel.Entry broken(long deadline, String message) {
    return broken(deadline, new IllegalStateException(message));
  }

  private static DeadlineWheel.Entry broken(long deadline, RuntimeException failure) {
    return new DeadlineWheel.Entry(
        new DeadlineWheel.Expiring() {
          @Override
          public long deadlineNanos() {
            return deadline;
          }

          @Override
          public void expired(long now) {
            throw failure;
          }
        });
  }

  @Test
  void visitsAllOthersBeforeReportingAFailure() {
    Thing before = new Thing(SLOT);
    Thing after = new Thing(SLOT);
    Thing inTheNext = new Thing(2 * SLOT);
    wheel.place(before.entry, 0);
    wheel.place(broken(SLOT, "broken"), 0);
    wheel.place(broken(SLOT, "first"), 0);
    wheel.place(after.entry, 0);
    wheel.place(inTheNext.entry, 0);

    assertThatThrownBy(() -> wheel.advance(2 * SLOT))
        .hasMessage("first")
        .hasSuppressedException(new IllegalStateException("broken"));
    assertThat(List.of(before.expiredAt, after.expiredAt, inTheNext.expiredAt))
        .containsOnly(2 * SLOT);
    assertThat(wheel.isEmpty()).isTrue();
  }

  @Test
  void visitsAllOthersWhenTwoFailInTheSameWay() {
    RuntimeException shared = new IllegalStateException("shared");
    Thing last = new Thing(SLOT);
    wheel.place(last.entry, 0);
    wheel.place(broken(SLOT, shared), 0);
    wheel.place(broken(SLOT, shared), 0);

    assertThatThrownBy(() -> wheel.advance(SLOT)).isSameAs(shared).hasNoSuppressedExceptions();
    assertThat(last.expiredAt).isEqualTo(SLOT);
    assertThat(wheel.isEmpty()).isTrue();
  }

  @Test
  void continuesAfterAFailure() {
    wheel.place(broken(SLOT, "broken"), 0);
    assertThatThrownBy(() -> wheel.advance(SLOT)).hasMessage("broken");

    // An empty wheel jumps to the time of the next entry: only an idle one does.
    long later = 5_000 * SLOT;
    Thing thing = new Thing(later + SLOT);
    wheel.place(thing.entry, later);
    assertThat(wheel.nextTickNanos()).isEqualTo(later + SLOT);
  }

  @Test
  void removesEntriesWithoutADeadline() {
    Thing thing = new Thing(5 * SLOT);
    wheel.place(thing.entry, 0);
    thing.deadline = Long.MAX_VALUE;
    wheel.place(thing.entry, 0);
    assertThat(wheel.isEmpty()).isTrue();
  }

  @Test
  @Tag("property")
  void agreesWithAPlainListHoweverDeadlinesMove() {
    Random random = new Random(SEED);
    List<Thing> things = new ArrayList<>();
    long now = 0;
    for (int step = 0; step < 5_000; step++) {
      Thing fresh = new Thing(now + 1 + random.nextLong(2_000 * SLOT));
      wheel.place(fresh.entry, now);
      things.add(fresh);
      Thing some = things.get(random.nextInt(things.size()));
      if (some.expiredAt < 0) {
        some.deadline = now + 1 + random.nextLong(3_000 * SLOT);
        wheel.place(some.entry, now);
      }
      now += random.nextLong(random.nextInt(50) == 0 ? 700 * SLOT : 3 * SLOT);
      wheel.advance(now);
      for (Thing each : things) {
        boolean late = each.deadline + SLOT <= now;
        assertThat(each.expiredAt >= 0)
            .as("seed %d step %d", SEED, step)
            .isEqualTo(late || each.expiredAt >= 0);
        assertThat(each.expiredAt < 0 || each.deadline <= each.expiredAt).isTrue();
      }
      things.removeIf(each -> each.expiredAt >= 0);
      if (things.isEmpty()) {
        things.add(new Thing(Long.MAX_VALUE));
      }
    }
  }
}
