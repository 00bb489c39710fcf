package dev.goodput.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.wire.NanoClock;
import dev.goodput.wire.dialect.PromptSink;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ObserverTest {
  /// Were its thread to end, nothing would be observed any more and nothing given back.
  @Test
  void goesOnAfterAFaultOfAnyKind() throws Exception {
    CountDownLatch ticks = new CountDownLatch(3);
    TrafficListener faulty =
        new Ticks(() -> {
          throw new StackOverflowError("a fault of the test's");
        });
    List<TrafficListener> listeners = List.of(faulty, new Ticks(ticks::countDown));
    try (Observer observer = new Observer(NanoClock.SYSTEM, new RecordMaker(), listeners)) {
      assertThat(ticks.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(observer.faults()).isGreaterThanOrEqualTo(2);
    }
  }

  private record Ticks(Runnable task) implements TrafficListener {
    @Override
    public void passed(Passed passed, PromptSink prompt) {}

    @Override
    public void tick(long nowNanos) {
      task.run();
    }
  }
}
