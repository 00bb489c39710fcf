package dev.goodput.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class BatchQueueTest {
  private static final long HOUR = 3_600_000_000_000L;

  private final BatchQueue<Integer> backlog = new BatchQueue<>(4, 3);

  @Test
  void rejectsItemsWhenFull() throws InterruptedException {
    for (int i = 0; i < 4; i++) {
      assertThat(backlog.offer(i)).isTrue();
    }
    assertThat(backlog.offer(4)).isFalse();
    assertThat(backlog.size()).isEqualTo(4);
    assertThat(backlog.take(HOUR)).containsExactly(0, 1, 2);
    assertThat(backlog.offer(5)).isTrue();
    assertThat(backlog.take(0)).containsExactly(3, 5);
    assertThat(backlog.take(0)).isEmpty();
  }

  @Test
  void wakesItsConsumerWhenABatchIsReady() {
    CompletableFuture<List<Integer>> taken = CompletableFuture.supplyAsync(this::taken);
    for (int i = 0; i < 3; i++) {
      assertThat(backlog.offer(i)).isTrue();
    }
    assertThat(taken.join()).containsExactly(0, 1, 2);
  }

  @Test
  void wakesItsConsumerWhenClosed() {
    assertThat(backlog.offer(7)).isTrue();
    CompletableFuture<List<Integer>> taken = CompletableFuture.supplyAsync(this::taken);
    backlog.close();
    assertThat(taken.join()).containsExactly(7);
    assertThat(backlog.closed()).isTrue();
    assertThat(backlog.offer(8)).isFalse();
    assertThat(taken()).isEmpty();
  }

  @Test
  void reportsHowManyItemsRemain() {
    assertThat(backlog.offer(1) && backlog.offer(2)).isTrue();
    assertThat(backlog.clear()).isEqualTo(2);
    assertThat(backlog.size()).isZero();
  }

  private List<Integer> taken() {
    try {
      return backlog.take(HOUR);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
