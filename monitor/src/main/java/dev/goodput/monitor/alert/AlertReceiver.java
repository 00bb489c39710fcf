package dev.goodput.monitor.alert;

import dev.goodput.gateway.plan.AlertsPlan.Form;
import dev.goodput.gateway.plan.AlertsPlan.Receiver;
import dev.goodput.metrics.traffic.AlertFigures;
import dev.goodput.record.Outcome;
import dev.goodput.wire.BadSettingException;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.client.Poster;
import dev.goodput.wire.client.Poster.Posted;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One receiver of messages: a bounded queue, and a thread that sends what is in it, in order, and
/// tries again a few times. A message that the receiver does not take is counted and kept: it is
/// tried again from time to time until it is taken, or a newer one replaces it.
final class AlertReceiver implements AutoCloseable {
  private static final int QUEUED = 64;
  private static final int ATTEMPTS = 5;

  /// How a receiver is retried.
  ///
  /// @param post limit for one post
  /// @param pause before the second attempt; it doubles with each further one
  record Patience(Duration post, Duration pause) {
    static final Patience DEFAULT = new Patience(Duration.ofSeconds(10), Duration.ofSeconds(2));
  }

  /// Messages to a receiver of a name, which outlive a reload.
  static final class Counts {
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
  }

  /// A message that was not taken.
  ///
  /// @param pauseNanos time until the next attempt
  /// @param dueNanos when that is
  record Unsent(AlertMessage message, long pauseNanos, long dueNanos) {
    static final long FIRST_PAUSE_NANOS = 30_000_000_000L;
    static final long LONGEST_PAUSE_NANOS = 4 * 60_000_000_000L;

    static Unsent first(AlertMessage message, long nowNanos) {
      return new Unsent(message, FIRST_PAUSE_NANOS, nowNanos + FIRST_PAUSE_NANOS);
    }

    /// Returns the message after another attempt in vain.
    Unsent again(long nowNanos) {
      long pause = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
      return new Unsent(message, pause, nowNanos + pause);
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(AlertReceiver.class);

  private final Receiver receiver;
  private final NanoClock clock;
  private final Counts counts;
  private final Patience timeout;
  private final Consumer<String> print;
  private final @Nullable Poster poster;
  private final BlockingQueue<AlertMessage> queue = new ArrayBlockingQueue<>(QUEUED);
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  /// At most one for each class and severity, the latest message about it; guarded by this.
  private final List<Unsent> unsent = new ArrayList<>();

  private volatile String problem = "";

  /// @param print receives the lines of [Form#STDOUT], and why a message was given up
  AlertReceiver(
      Receiver receiver, Patience timeout, NanoClock clock, Counts counts, Consumer<String> print) {
    this.receiver = receiver;
    this.clock = clock;
    this.counts = counts;
    this.timeout = timeout;
    this.print = print;
    this.poster =
        receiver.form() == Form.STDOUT ? null : Poster.open(receiver.address(), timeout.post());
    this.thread =
        Thread.ofPlatform().daemon().name("goodput-alerts-" + receiver.name()).start(this::run);
  }

  /// Returns what it was made from.
  Receiver receiver() {
    return receiver;
  }

  /// Queues a message of a severity that the receiver wants; never blocks on the receiver.
  synchronized void offer(AlertMessage message) {
    if (!receiver.severities().contains(message.severity())) {
      return;
    }
    unsent.removeIf(each -> each.message().sameSubject(message));
    if (!queue.offer(message)) {
      counts.dropped.incrementAndGet();
      unsent.add(Unsent.first(message, clock.nanoTime()));
    }
  }

  private void run() {
    try {
      while (closing.getCount() > 0 || !queue.isEmpty()) {
        step();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Closed: what is left is not sent.
    }
  }

  /// A fault of ours must not end the receiver.
  private void step() throws InterruptedException {
    try {
      AlertMessage queued = queue.poll(200, TimeUnit.MILLISECONDS);
      if (queued != null) {
        deliver(queued);
        return;
      }
      Unsent due = due();
      if (due != null) {
        retry(due);
      }
    } catch (RuntimeException e) {
      LOG.error("a fault of ours while an alert was sent", e);
    }
  }

  private void deliver(AlertMessage message) throws InterruptedException {
    long pause = timeout.pause().toMillis();
    for (int attempt = 1; !taken(message); attempt++, pause *= 2) {
      if (attempt == ATTEMPTS || closing.getCount() == 0) {
        keep(message);
        counts.failed.incrementAndGet();
        print.accept(
            problem + "; given up for now after " + attempt + " attempts: " + message.text());
        return;
      }
      boolean _ = closing.await(pause, TimeUnit.MILLISECONDS);
    }
  }

  /// Keeps a message for later, unless there is a newer one.
  private synchronized void keep(AlertMessage message) {
    if (queue.stream().noneMatch(message::sameSubject)
        && unsent.stream().noneMatch(each -> each.message().sameSubject(message))) {
      unsent.add(Unsent.first(message, clock.nanoTime()));
    }
  }

  private synchronized @Nullable Unsent due() {
    long now = clock.nanoTime();
    return unsent.stream().filter(each -> each.dueNanos() - now <= 0).findFirst().orElse(null);
  }

  private void retry(Unsent due) throws InterruptedException {
    boolean taken = taken(due.message());
    synchronized (this) {
      // A newer message may have replaced it.
      if (unsent.remove(due) && !taken) {
        unsent.add(due.again(clock.nanoTime()));
      }
    }
  }

  /// Makes one attempt.
  private boolean taken(AlertMessage message) throws InterruptedException {
    String refused = send(message.body(receiver.form()));
    if (refused.isEmpty()) {
      counts.delivered.incrementAndGet();
      problem = "";
      return true;
    }
    problem =
        "the alert receiver %s does not take messages: %s".formatted(receiver.name(), refused);
    return false;
  }

  /// Returns why the receiver did not take the body; empty if it did. The reason holds no text of
  /// the receiver or of an error, which may repeat the URL.
  private String send(String body) throws InterruptedException {
    try {
      if (poster == null) {
        print.accept(body);
        return "";
      }
      Posted posted = poster.post(body.getBytes(StandardCharsets.UTF_8));
      if (posted.taken()) {
        return "";
      }
      return posted.outcome() instanceof Outcome.HttpError error
          ? "status " + error.status()
          : posted.outcome().key();
    } catch (BadSettingException e) {
      return "its certificates cannot be used";
    } catch (RuntimeException e) {
      return "a fault of ours, " + e.getClass().getSimpleName();
    }
  }

  /// Returns why the last message was not taken, without secrets; empty if it was.
  String problem() {
    return problem;
  }

  /// Returns the counts since the gateway started.
  AlertFigures.Receiver figures() {
    return new AlertFigures.Receiver(
        receiver.name(), counts.delivered.get(), counts.failed.get(), counts.dropped.get());
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
