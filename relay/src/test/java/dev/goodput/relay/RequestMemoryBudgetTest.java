package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A budget shared by many threads.
@Tag("property")
final class RequestMemoryBudgetTest {
  private static final long SEED = 20261124;
  private static final int THREADS = 4;
  private static final int REQUESTS = 5_000;
  private static final int ROOM = 2_000;

  private final RequestMemoryBudget held = new RequestMemoryBudget(ROOM);
  private final AtomicLong crowdedOut = new AtomicLong();

  @Test
  void isNeverMoreThanThereIsAndAllComesBack() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Callable<Long>> all =
          IntStream.range(0, THREADS)
              .mapToObj(each -> (Callable<Long>) () -> requests(new Random(SEED + each)))
              .toList();
      long denied = 0;
      for (Future<Long> each : threads.invokeAll(all)) {
        denied += each.get();
      }
      assertThat(held.now()).as("seed %d", SEED).isZero();
      assertThat(denied).as("seed %d", SEED).isPositive();
      assertThat(crowdedOut).as("seed %d", SEED).hasPositiveValue();
    }
  }

  /// Returns how often there was no room.
  private long requests(Random random) {
    long denied = 0;
    for (int i = 0; i < REQUESTS; i++) {
      AtomicBoolean out = new AtomicBoolean();
      RequestMemoryBudget.Share share =
          held.share(() -> {
            out.set(true);
            crowdedOut.incrementAndGet();
          });
      for (int piece = random.nextInt(8); piece > 0; piece--) {
        boolean wasOut = out.get();
        boolean taken = share.take(1 + random.nextInt(ROOM / 4));
        denied += taken ? 0 : 1;
        assertThat(taken && wasOut).as("seed %d", SEED).isFalse();
        assertThat(held.now()).as("seed %d", SEED).isBetween(0L, (long) ROOM);
      }
      share.release();
    }
    return denied;
  }
}
