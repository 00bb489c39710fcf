package dev.goodput.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.wire.EventLoops;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// The heartbeat of a relay's loops, seen from outside.
final class RelayTurnsTest {
  private static final long TWELVE_SECONDS = 12_000_000_000L;

  private final AtomicLong clock = new AtomicLong();

  @Test
  void tellsOfOneLoopThatIsHeldThoughTheOthersTurn() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch holds = new CountDownLatch(1);
    Router router = (_, _) -> new Route.Refuse(404, "none", "no route", ExchangeListener.NONE);
    try (EventLoops loops = EventLoops.start(2);
        Relay relay = Relay.start(RelayOptions.plain("127.0.0.1", 0), loops, router, clock::get)) {
      loops
          .loops()
          .getFirst()
          .execute(() -> {
            holds.countDown();
            try {
              held.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      assertThat(holds.await(30, TimeUnit.SECONDS)).isTrue();
      clock.set(TWELVE_SECONDS);
      long still = relay.stillNanos();
      held.countDown();
      assertThat(still).isEqualTo(TWELVE_SECONDS);

      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (relay.stillNanos() > 0 && System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      assertThat(relay.stillNanos()).isZero();
    }
  }
}
