package dev.goodput.wire.client;

import dev.goodput.wire.NanoClock;
import java.util.concurrent.atomic.AtomicLong;

/// A clock that a test moves.
final class HandClock implements NanoClock {
  private final AtomicLong now = new AtomicLong();

  @Override
  public long nanoTime() {
    return now.get();
  }

  void forward(long nanos) {
    now.addAndGet(nanos);
  }
}
