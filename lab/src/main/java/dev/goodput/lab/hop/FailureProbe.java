package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.Finding;
import dev.goodput.metrics.hop.ProxyCheck;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/// What becomes of an upstream's failures on the way to the client.
final class FailureProbe {
  private static final int TOKENS = 40;
  private static final int GAP_MILLIS = 5;
  private static final int REFUSED = 503;
  private static final double SOON_SECONDS = 1;
  private static final long PAUSE_NANOS = 200_000_000;

  private FailureProbe() {}

  /// Asks plainly until the upstream is asked: after a failure some proxies leave it alone for a
  /// while, and what they then answer by themselves says nothing of what they do with the next one.
  ///
  /// @param goesOn whether it is still wanted
  /// @return whether it came to be asked
  static boolean reaches(ProbeTools probing, Upstream upstream, BooleanSupplier goesOn) {
    long probe = upstream.probe(Script.of(1, 1, Script.End.WHOLE).withFirstMillis(1));
    long end = probing.clock().nanoTime() + probing.patience().toNanos();
    do {
      RawAnswer _ = probing.via(Upstream.mark(probe), TOKENS);
      if (!upstream.attempts(probe).isEmpty()) {
        return true;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    } while (goesOn.getAsBoolean() && probing.clock().nanoTime() < end);
    return false;
  }

  /// Half an answer, then the end of the connection (FIN).
  static Finding cut(ProbeTools probing, Upstream upstream) {
    return broken(ProxyCheck.CUT, Script.End.CUT, probing, upstream);
  }

  /// Half an answer, then a reset (RST).
  static Finding reset(ProbeTools probing, Upstream upstream) {
    return broken(ProxyCheck.RESET, Script.End.RESET, probing, upstream);
  }

  private static Finding broken(
      ProxyCheck duty, Script.End end, ProbeTools probing, Upstream upstream) {
    long probe = upstream.probe(Script.of(TOKENS, GAP_MILLIS, end));
    RawAnswer seen = probing.via(Upstream.mark(probe), TOKENS);
    List<Attempt> attempts = upstream.attempts(probe);
    if (!attempts.isEmpty() && seen.done()) {
      return Finding.broken(duty, "half an answer ends in a [DONE] that the upstream never sent");
    }
    return odd(duty, probing, seen, attempts)
        .orElseGet(() ->
            isTold(seen)
                ? Finding.kept(duty, "the client sees it: " + seen.words())
                : whole(duty, seen, attempts));
  }

  private static Finding whole(ProxyCheck duty, RawAnswer seen, List<Attempt> attempts) {
    String what = "half an answer looks like a whole one: " + seen.words();
    return attempts.stream().anyMatch(Attempt::http10)
        ? Finding.broken(
                duty,
                what
                    + "; it asks in HTTP/1.0, where the end of a connection is the end of an"
                    + " answer")
            .mendedBy("nginx: proxy_http_version 1.1;")
        : Finding.broken(duty, what);
  }

  /// The verdict where it does not hang on how the answer ended: of a failure that never was, as
  /// the proxy did not ask, nothing can be said, and a client that was left without an end knows of
  /// none.
  private static Optional<Finding> odd(
      ProxyCheck duty, ProbeTools probing, RawAnswer seen, List<Attempt> attempts) {
    if (attempts.isEmpty()) {
      return Optional.of(
          Finding.untold(duty, "the proxy did not ask the upstream: " + seen.words()));
    }
    return switch (seen.ending()) {
      case SILENT ->
          Optional.of(
              Finding.broken(
                  duty,
                  "the upstream had ended; %d s later the client still waits: %s"
                      .formatted(probing.patience().toSeconds(), seen.words())));
      case MALFORMED ->
          Optional.of(Finding.broken(duty, "what the client sees is " + seen.words()));
      case WHOLE, UNFRAMED, CUT, RESET, REFUSED -> Optional.empty();
    };
  }

  /// Whether the client knows that it has no answer.
  private static boolean isTold(RawAnswer seen) {
    return !seen.looksWhole() || !seen.successful();
  }

  /// A 503.
  static Finding refusal(ProbeTools probing, Upstream upstream) {
    long probe = upstream.probe(Script.of(1, 1, Script.End.REFUSED).withFirstMillis(1));
    return once(ProxyCheck.REFUSAL, probing, upstream, probe, seen -> seen.status() == REFUSED);
  }

  /// A connection that ends in place of an answer.
  static Finding unanswered(ProbeTools probing, Upstream upstream) {
    long probe = upstream.probe(Script.of(1, 1, Script.End.UNANSWERED).withFirstMillis(20));
    return once(ProxyCheck.NO_ANSWER, probing, upstream, probe, FailureProbe::isTold);
  }

  private static Finding once(
      ProxyCheck duty,
      ProbeTools probing,
      Upstream upstream,
      long probe,
      Predicate<RawAnswer> told) {
    RawAnswer seen = probing.via(Upstream.mark(probe), TOKENS);
    List<Attempt> attempts = upstream.attempts(probe);
    int asked = attempts.size();
    String what =
        "the client sees %s; the upstream was asked %s".formatted(seen.words(), times(asked));
    Finding found =
        asked == 1 && told.test(seen) ? Finding.kept(duty, what) : Finding.broken(duty, what);
    return odd(duty, probing, seen, attempts).orElse(found).with("upstream_requests", asked);
  }

  private static String times(int count) {
    return count == 1 ? "once" : count + " times";
  }

  /// Nobody listens where the upstream was.
  static Finding unreachable(ProbeTools probing, Upstream upstream) {
    upstream.leave();
    try {
      RawAnswer seen = probing.via("Is anybody there?", TOKENS);
      String what = String.format(Locale.ROOT, "%s after %.2f s", seen.words(), seen.seconds());
      boolean kept = seen.status() >= 500 && seen.seconds() <= SOON_SECONDS;
      Finding found =
          kept
              ? Finding.kept(ProxyCheck.UNREACHABLE, what)
              : Finding.broken(ProxyCheck.UNREACHABLE, what);
      // It was told, and late: HAProxy connects again three times, a second apart.
      boolean late = !kept && seen.status() >= 500;
      return found
          .mendedBy(late ? "HAProxy: retries 0; else a shorter time to connect" : "")
          .with("seconds", seen.seconds());
    } finally {
      upstream.listen();
    }
  }
}
