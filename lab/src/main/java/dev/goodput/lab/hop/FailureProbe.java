package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.ProxyCheck;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/// A check of how an upstream's failures reach the client.
final class FailureProbe {
  private static final int TOKENS = 40;
  private static final int GAP_MILLIS = 5;
  private static final int REFUSED = 503;
  private static final double SOON_SECONDS = 1;
  private static final long PAUSE_NANOS = 200_000_000;

  private FailureProbe() {}

  /// Sends plain requests until one reaches the upstream. After a failure some proxies avoid the
  /// upstream for a while, and their own responses say nothing about how they handle the next
  /// failure.
  ///
  /// @param continues whether the probe should continue
  /// @return whether a request reached the upstream
  static boolean upstreamReached(
      ProbeTools probing, ProbeUpstream upstream, BooleanSupplier continues) {
    long probe =
        upstream.probe(ResponseScript.of(1, 1, ResponseScript.End.WHOLE).withFirstMillis(1));
    long end = probing.clock().nanoTime() + probing.timeout().toNanos();
    do {
      RawResponse _ = probing.via(ProbeUpstream.mark(probe), TOKENS);
      if (!upstream.attempts(probe).isEmpty()) {
        return true;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    } while (continues.getAsBoolean() && probing.clock().nanoTime() < end);
    return false;
  }

  /// Sends half a response, then ends the connection (FIN).
  static CheckFinding cut(ProbeTools probing, ProbeUpstream upstream) {
    return broken(ProxyCheck.CUT, ResponseScript.End.CUT, probing, upstream);
  }

  /// Sends half a response, then resets the connection (RST).
  static CheckFinding reset(ProbeTools probing, ProbeUpstream upstream) {
    return broken(ProxyCheck.RESET, ResponseScript.End.RESET, probing, upstream);
  }

  private static CheckFinding broken(
      ProxyCheck check, ResponseScript.End end, ProbeTools probing, ProbeUpstream upstream) {
    long probe = upstream.probe(ResponseScript.of(TOKENS, GAP_MILLIS, end));
    RawResponse seen = probing.via(ProbeUpstream.mark(probe), TOKENS);
    List<UpstreamRequest> attempts = upstream.attempts(probe);
    if (!attempts.isEmpty() && seen.done()) {
      return CheckFinding.broken(
          check, "an incomplete response ends with a [DONE] that the upstream never sent");
    }
    return odd(check, probing, seen, attempts)
        .orElseGet(() ->
            clientKnows(seen)
                ? CheckFinding.passed(check, "the client receives " + seen.words())
                : whole(check, seen, attempts));
  }

  private static CheckFinding whole(
      ProxyCheck check, RawResponse seen, List<UpstreamRequest> attempts) {
    String what = "an incomplete response looks complete: " + seen.words();
    return attempts.stream().anyMatch(UpstreamRequest::http10)
        ? CheckFinding.broken(
                check,
                what
                    + "; the proxy uses HTTP/1.0 upstream, where the end of a connection ends a"
                    + " response")
            .withRemedy("nginx: proxy_http_version 1.1;")
        : CheckFinding.broken(check, what);
  }

  /// Returns the verdict in cases where the way the response ended does not matter. If the proxy
  /// did not contact the upstream, there was no failure to judge; a client that never sees an end
  /// does not learn of the failure.
  private static Optional<CheckFinding> odd(
      ProxyCheck check, ProbeTools probing, RawResponse seen, List<UpstreamRequest> attempts) {
    if (attempts.isEmpty()) {
      return Optional.of(
          CheckFinding.unknown(
              check, "the proxy sent no request to the upstream: " + seen.words()));
    }
    return switch (seen.ending()) {
      case SILENT ->
          Optional.of(
              CheckFinding.broken(
                  check,
                  "the upstream ended its response; %d s later the client still waits: %s"
                      .formatted(probing.timeout().toSeconds(), seen.words())));
      case MALFORMED ->
          Optional.of(CheckFinding.broken(check, "the client receives " + seen.words()));
      case WHOLE, UNFRAMED, CUT, RESET, REFUSED -> Optional.empty();
    };
  }

  /// Returns whether the client can detect that its response is incomplete.
  private static boolean clientKnows(RawResponse seen) {
    return !seen.seemsComplete() || !seen.successful();
  }

  /// Responds with 503.
  static CheckFinding refusal(ProbeTools probing, ProbeUpstream upstream) {
    long probe =
        upstream.probe(ResponseScript.of(1, 1, ResponseScript.End.REFUSED).withFirstMillis(1));
    return once(ProxyCheck.REFUSAL, probing, upstream, probe, seen -> seen.status() == REFUSED);
  }

  /// Ends the connection instead of responding.
  static CheckFinding unanswered(ProbeTools probing, ProbeUpstream upstream) {
    long probe =
        upstream.probe(ResponseScript.of(1, 1, ResponseScript.End.UNANSWERED).withFirstMillis(20));
    return once(ProxyCheck.NO_ANSWER, probing, upstream, probe, FailureProbe::clientKnows);
  }

  private static CheckFinding once(
      ProxyCheck check,
      ProbeTools probing,
      ProbeUpstream upstream,
      long probe,
      Predicate<RawResponse> expected) {
    RawResponse seen = probing.via(ProbeUpstream.mark(probe), TOKENS);
    List<UpstreamRequest> attempts = upstream.attempts(probe);
    int requested = attempts.size();
    String what =
        "the client receives %s; the upstream received the request %s"
            .formatted(seen.words(), times(requested));
    CheckFinding found =
        requested == 1 && expected.test(seen)
            ? CheckFinding.passed(check, what)
            : CheckFinding.broken(check, what);
    return odd(check, probing, seen, attempts).orElse(found).with("upstream_requests", requested);
  }

  private static String times(int count) {
    return count == 1 ? "once" : count + " times";
  }

  /// Stops listening at the upstream's port.
  static CheckFinding unreachable(ProbeTools probing, ProbeUpstream upstream) {
    upstream.leave();
    try {
      RawResponse seen = probing.via("Is anybody there?", TOKENS);
      String what = String.format(Locale.ROOT, "%s after %.2f s", seen.words(), seen.seconds());
      boolean kept = seen.status() >= 500 && seen.seconds() <= SOON_SECONDS;
      CheckFinding found =
          kept
              ? CheckFinding.passed(ProxyCheck.UNREACHABLE, what)
              : CheckFinding.broken(ProxyCheck.UNREACHABLE, what);

      // The client learned of it, but late: HAProxy reconnects three times, one second apart.
      boolean late = !kept && seen.status() >= 500;
      return found
          .withRemedy(late ? "HAProxy: retries 0; other proxies: a shorter connect timeout" : "")
          .with("seconds", seen.seconds());
    } finally {
      upstream.listen();
    }
  }
}
