package dev.goodput.observe.export;

import java.time.Duration;

/// Carries one signal to its collector on a thread of its own, so that nobody waits for it.
final class Carrier {
  private final Delivery delivery;
  private final SignalTally tally;
  private final Load load;
  private final Thread thread;

  /// What is to be carried.
  @FunctionalInterface
  interface Load {
    /// Waits for the next and delivers it; false where no more will come.
    boolean carry(Delivery delivery) throws InterruptedException;
  }

  Carrier(SignalTally tally, Delivery delivery, Load load) {
    this.delivery = delivery;
    this.tally = tally;
    this.load = load;
    this.thread =
        Thread.ofPlatform().daemon().name("goodput-otlp-" + tally.word()).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try (delivery) {
      boolean more = true;
      while (more) {
        more = carried();
      }
    } catch (InterruptedException e) {
      // Told to leave: what was under way is counted as lost.
      Thread.currentThread().interrupt();
    }
  }

  /// A fault of ours costs what it happened to, and nothing after it.
  private boolean carried() throws InterruptedException {
    try {
      return load.carry(delivery);
    } catch (RuntimeException e) {
      tally.failed("internal fault, " + e);
      return !delivery.stopped();
    }
  }

  /// No more pauses between tries.
  void stop() {
    delivery.stop();
  }

  /// Waits for the last body, and after that time no longer; for none where it never started.
  void leaveAfter(Duration patience) {
    if (thread.getState() == Thread.State.NEW) {
      delivery.close();
      return;
    }
    try {
      if (!thread.join(patience)) {
        thread.interrupt();
        boolean _ = thread.join(Duration.ofSeconds(1));
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
