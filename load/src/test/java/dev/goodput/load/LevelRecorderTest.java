package dev.goodput.load;

import static dev.goodput.load.LevelHarness.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.RequestRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class LevelRecorderTest {
  private final List<Long> written = new ArrayList<>();

  /// Two loops, each with a hundred records in its ring.
  private LevelRecorder book() {
    LevelHarness first = full();
    LevelHarness second = full();
    return new LevelRecorder(
        first.task,
        entry -> written.add(((RequestRecord) entry).id()),
        List.of(first.worker, second.worker),
        first.shared,
        () -> false,
        0);
  }

  private static LevelHarness full() {
    LevelHarness.Setup setup = new LevelHarness.Setup();
    setup.plan = LevelHarness.closed(10, 100, 0);
    LevelHarness level = setup.start();
    level.loop.runUntil(10 * SECOND);
    return level;
  }

  @Test
  void passesOnAllAvailableRecords() {
    assertThat(book().drain(() -> false)).isTrue();
    assertThat(written).hasSize(200);
  }

  @Test
  void leavesTheRestForLaterAtItsLimit() {
    LevelRecorder book = book();
    AtomicInteger requested = new AtomicInteger();

    assertThat(book.drain(() -> requested.incrementAndGet() > 3)).isFalse();
    assertThat(written).hasSize(3 * 16);
    assertThat(book.drain(() -> false)).isTrue();
    assertThat(written).hasSize(200);
  }

  @Test
  void drainsTheLoopsInTurn() {
    LevelRecorder book = book();
    AtomicInteger requested = new AtomicInteger();
    book.drain(() -> requested.incrementAndGet() > 2);

    assertThat(written).hasSize(32).filteredOn(id -> id == 0).hasSize(2);
  }
}
