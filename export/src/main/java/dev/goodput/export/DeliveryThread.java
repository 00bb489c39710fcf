package dev.goodput.export;

import java.time.Duration;

/// A thread that delivers one signal to its collector, so that no other thread waits for it.
final class DeliveryThread {
  private final RetryingSender delivery;
  private final SignalTally tally;
  private final DeliverySource load;
  private final Thread thread;

  /// The source of what is delivered.
  @FunctionalInterface
  interface DeliverySource {
    /// Waits for the next item and delivers it; returns false when there will be no more.
    boolean carry(RetryingSender delivery) throws InterruptedException;
  }

  DeliveryThread(SignalTally tally, RetryingSender delivery, DeliverySource load) {
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
      // Interrupted: the items in delivery are counted as lost.
      Thread.currentThread().interrupt();
    }
  }

  /// An internal fault loses the current item, and nothing after it.
  private boolean carried() throws InterruptedException {
    try {
      return load.carry(delivery);
    } catch (RuntimeException e) {
      tally.failed("internal fault, " + e);
      return !delivery.stopped();
    }
  }

  /// Ends the pauses between attempts.
  void stop() {
    delivery.stop();
  }

  /// Waits for the last body, but no longer than the given time. Returns at once if the thread was
  /// never started.
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
