package dev.goodput.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.record.RequestSpec;
import dev.goodput.workload.SkippedRequests;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests what the feeder does between two steps of a loop that finds its supply empty.
final class QueuedSessionSupplierTest {
  private static final PlannedSession SESSION =
      new PlannedSession(
          0,
          0,
          new RequestSpec(0, 0, 1, 1, 1),
          new Body(new byte[1], -1),
          true,
          List.of(),
          List.of(),
          SkippedRequests.NONE);

  private static final SkippedRequests ALL = new SkippedRequests(7, "too long", "row 3");

  /// A queue that is empty at the first poll, after which the feeder does something.
  private static final class Meddled extends ArrayDeque<PlannedSession> {
    private static final long serialVersionUID = 1L;
    private transient @Nullable Runnable meddling;

    @Override
    public @Nullable PlannedSession poll() {
      PlannedSession next = super.poll();
      Runnable now = meddling;
      meddling = null;
      if (now != null) {
        now.run();
      }
      return next;
    }
  }

  private final Meddled queue = new Meddled();
  private final QueuedSessionSupplier supply = new QueuedSessionSupplier(queue, new AtomicLong());

  @Test
  void noticesAnEndWhileItPolls() {
    boolean[] woken = {false};
    queue.meddling =
        () -> {
          supply.end(ALL);
          woken[0] = supply.takeWaiting();
        };

    assertThat(supply.poll()).isNull();
    assertThat(supply.exhausted() || woken[0]).isTrue();
  }

  @Test
  void keepsSessionsAddedJustBeforeTheEnd() {
    queue.meddling =
        () -> {
          supply.offer(SESSION);
          supply.end(ALL);
        };

    assertThat(supply.poll()).isEqualTo(SESSION);
    assertThat(supply.exhausted()).isFalse();
    assertThat(supply.poll()).isNull();
    assertThat(supply.exhausted()).isTrue();
    assertThat(supply.excluded()).isEqualTo(ALL);
  }

  @Test
  void reportsThatItWaits() {
    Queue<String> woken = new ArrayDeque<>();
    supply.wakes(() -> woken.add("feeder"));

    assertThat(supply.poll()).isNull();
    assertThat(supply.exhausted()).isFalse();
    assertThat(woken).containsExactly("feeder");
    assertThat(supply.takeWaiting()).isTrue();
    assertThat(supply.takeWaiting()).isFalse();
  }
}
