package dev.goodput.export;

import dev.goodput.record.Outcome;
import dev.goodput.wire.NanoClock;
import dev.goodput.wire.WireException;
import dev.goodput.wire.client.PageAddress;
import dev.goodput.wire.client.Poster;
import dev.goodput.wire.client.Poster.Posted;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/// Posts a body, with retries, until the collector accepts it, refuses it for good, or the time is
/// up. The OTLP specification defines what can be retried: a missing response, and statuses 429,
/// 502, 503 and 504, after the pause that the collector requests.
///
/// [#deliver] is confined to one thread; [#stop()] is thread-safe.
final class RetryingSender implements AutoCloseable {
  private final Poster poster;
  private final RetryPolicy retryPolicy;
  private final SignalTally tally;
  private final NanoClock clock;
  private final RandomGenerator random;
  private final CountDownLatch stopping = new CountDownLatch(1);

  /// @throws dev.goodput.wire.BadSettingException if a TLS file is unusable
  RetryingSender(
      PageAddress address,
      RetryPolicy retryPolicy,
      SignalTally tally,
      NanoClock clock,
      RandomGenerator random) {
    this.poster = Poster.open(address, retryPolicy.post());
    this.retryPolicy = retryPolicy;
    this.tally = tally;
    this.clock = clock;
    this.random = random;
  }

  /// Delivers a body. After [#stop()] it makes one last attempt.
  ///
  /// @param items number of points or spans in the body
  /// @throws InterruptedException if the thread was interrupted; the items are counted as lost
  void deliver(byte[] body, long items) throws InterruptedException {
    long until = clock.nanoTime() + retryPolicy.forAll().toNanos();
    try {
      for (int tried = 1; ; tried++) {
        boolean last = stopped();
        Posted posted = posted(body);
        if (posted.taken()) {
          tally.taken(items, PartialSuccess.rejected(posted.answer()));
          return;
        }
        tally.failed(why(posted.outcome()));
        if (!again(posted.outcome())) {
          tally.refused(items);
          return;
        }
        long pause = pauseNanos(tried, posted);
        if (last || clock.nanoTime() + pause - until > 0) {
          tally.unreached(items);
          return;
        }
        boolean _ = stopping.await(pause, TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      tally.unreached(items);
      throw e;
    }
  }

  private Posted posted(byte[] body) throws InterruptedException {
    try {
      return poster.post(body);
    } catch (WireException e) {
      // A certificate file that existed at the start and is missing now.
      String message = String.valueOf(e.getMessage());
      return new Posted(new Outcome.Tls(message), -1, ByteBuffer.allocate(0));
    }
  }

  private long pauseNanos(int tried, Posted posted) {
    long ours = retryPolicy.pauseNanos(tried, random.nextDouble());
    return Math.max(ours, TimeUnit.SECONDS.toNanos(posted.retryAfterSeconds()));
  }

  private static boolean again(Outcome outcome) {
    return switch (outcome) {
      case Outcome.HttpError(int status, String _) ->
          status == 429 || status == 502 || status == 503 || status == 504;
      case Outcome.Refused _,
          Outcome.Reset _,
          Outcome.Tls _,
          Outcome.Timeout _,
          Outcome.Truncated _,
          Outcome.Malformed _ ->
          true;
      case Outcome.Ok _,
          Outcome.Empty _,
          Outcome.ErrorEvent _,
          Outcome.Unsent _,
          Outcome.Cancelled _ ->
          false;
    };
  }

  /// Returns the reason in one line; the client has already removed secrets from it.
  private static String why(Outcome outcome) {
    String message = outcome instanceof Outcome.HttpError error ? error.words() : outcome.detail();
    String detail = message.lines().findFirst().orElse("");
    String brief = detail.length() > 200 ? detail.substring(0, 200) + "…" : detail;
    return (outcome.key() + " " + brief).strip();
  }

  /// Ends the pauses: the current attempt is the last one.
  void stop() {
    stopping.countDown();
  }

  boolean stopped() {
    return stopping.getCount() == 0;
  }

  @Override
  public void close() {
    poster.close();
  }
}
