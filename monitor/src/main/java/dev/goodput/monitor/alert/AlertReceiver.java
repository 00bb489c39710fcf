package dev.goodput.monitor.alert;

import dev.goodput.gateway.plan.AlertsPlan.Form;
import dev.goodput.gateway.plan.AlertsPlan.Receiver;
import dev.goodput.metrics.traffic.AlertFigures;
import dev.goodput.record.Outcome;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.client.Poster;
import dev.goodput.wire.client.Poster.Posted;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One receiver of messages: a bounded queue, and a thread that sends what is in it, in order, and
/// tries again a few times. A message that the receiver does not take is given up and counted.
final class AlertReceiver implements AutoCloseable {
  private static final int QUEUED = 64;
  private static final int ATTEMPTS = 5;

  /// How a receiver is retried.
  ///
  /// @param post limit for one post
  /// @param pause before the second attempt; it doubles with each further one
  record Patience(Duration post, Duration pause) {
    static final Patience USUAL = new Patience(Duration.ofSeconds(10), Duration.ofSeconds(2));
  }

  private final Receiver receiver;
  private final Patience patience;
  private final Consumer<String> say;
  private final @Nullable Poster poster;
  private final BlockingQueue<AlertMessage> queue = new ArrayBlockingQueue<>(QUEUED);
  private final CountDownLatch closing = new CountDownLatch(1);
  private final AtomicLong delivered = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final Thread thread;
  private volatile String problem = "";

  /// @param say receives the lines of [Form#STDOUT], and why a message was given up
  AlertReceiver(Receiver receiver, Patience patience, Consumer<String> say) {
    this.receiver = receiver;
    this.patience = patience;
    this.say = say;
    this.poster =
        receiver.form() == Form.STDOUT ? null : Poster.open(receiver.address(), patience.post());
    this.thread =
        Thread.ofPlatform().daemon().name("goodput-alerts-" + receiver.name()).start(this::run);
  }

  /// Queues a message of a severity that the receiver wants; never blocks.
  void offer(AlertMessage message) {
    if (receiver.severities().contains(message.severity()) && !queue.offer(message)) {
      dropped.incrementAndGet();
    }
  }

  private void run() {
    try {
      while (closing.getCount() > 0 || !queue.isEmpty()) {
        AlertMessage next = queue.poll(200, TimeUnit.MILLISECONDS);
        if (next != null) {
          deliver(next);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Closed: what is left is not sent.
    }
  }

  private void deliver(AlertMessage message) throws InterruptedException {
    String body = message.body(receiver.form());
    if (poster == null) {
      say.accept(body);
      delivered.incrementAndGet();
      return;
    }
    long pause = patience.pause().toMillis();
    for (int attempt = 1; ; attempt++, pause *= 2) {
      String refused = post(poster, body);
      if (refused.isEmpty()) {
        delivered.incrementAndGet();
        problem = "";
        return;
      }
      problem =
          "the alert receiver %s does not take messages: %s".formatted(receiver.name(), refused);
      if (attempt == ATTEMPTS || closing.getCount() == 0) {
        failed.incrementAndGet();
        say.accept(problem + "; given up after " + attempt + " attempts: " + message.text());
        return;
      }
      boolean _ = closing.await(pause, TimeUnit.MILLISECONDS);
    }
  }

  /// Returns why the receiver did not take the body; empty if it did. The reason holds no text of
  /// the receiver, which may repeat the URL.
  private static String post(Poster poster, String body) throws InterruptedException {
    try {
      Posted posted = poster.post(body.getBytes(StandardCharsets.UTF_8));
      if (posted.taken()) {
        return "";
      }
      return posted.outcome() instanceof Outcome.HttpError error
          ? "status " + error.status()
          : posted.outcome().key();
    } catch (BadSettingException e) {
      return "its certificates cannot be used";
    }
  }

  /// Returns why the last message was not taken, without secrets; empty if it was.
  String problem() {
    return problem;
  }

  /// Returns the counts since the start.
  AlertFigures.Receiver figures() {
    return new AlertFigures.Receiver(receiver.name(), delivered.get(), failed.get(), dropped.get());
  }

  /// Sends what is queued, each message once, for at most a few seconds, and stops.
  @Override
  public void close() {
    closing.countDown();
    try {
      if (!thread.join(Duration.ofSeconds(3))) {
        thread.interrupt();
        boolean _ = thread.join(Duration.ofSeconds(1));
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
    if (poster != null) {
      poster.close();
    }
  }
}
