package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.ProxyCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A check that the upstream stops working when a client leaves.
final class CancelProbe {
  private static final int TRIES = 5;
  private static final int TOKENS = 200;
  private static final int GAP_MILLIS = 20;
  private static final long FIRST_MILLIS = 4_000;
  private static final Duration NOTICE = Duration.ofSeconds(2);
  private static final Duration ARRIVAL = Duration.ofSeconds(10);
  private static final int ENOUGH_EVENTS = 3;

  private CancelProbe() {}

  /// Leaves in the middle of responses.
  static CheckFinding streaming(ProbeTools probing, ProbeUpstream upstream) {
    ResponseScript script = ResponseScript.of(TOKENS, GAP_MILLIS, ResponseScript.End.WHOLE);
    return judged(ProxyCheck.CANCEL_STREAMING, probing, upstream, script, ENOUGH_EVENTS);
  }

  /// Leaves while waiting for the first token.
  static CheckFinding waiting(ProbeTools probing, ProbeUpstream upstream) {
    ResponseScript script =
        ResponseScript.of(TOKENS, GAP_MILLIS, ResponseScript.End.WHOLE)
            .withFirstMillis(FIRST_MILLIS);
    return judged(ProxyCheck.CANCEL_WAITING, probing, upstream, script, 0);
  }

  private static CheckFinding judged(
      ProxyCheck check,
      ProbeTools probing,
      ProbeUpstream upstream,
      ResponseScript script,
      int events) {
    List<Double> noticedMillis = new ArrayList<>();
    int arrived = 0;
    boolean late = false;
    for (int i = 0; i < TRIES && !late; i++) {
      Leaving leaving = leave(probing, upstream, script, events);
      late = leaving.late();
      arrived += leaving.arrived() ? 1 : 0;
      Double noticed = leaving.noticedMillis();
      if (noticed != null) {
        noticedMillis.add(noticed);
      } else if (leaving.arrived()) {
        break;
      }
    }
    Collections.sort(noticedMillis);
    if (arrived == 0) {
      return CheckFinding.unknown(
          check,
          late
              ? "the proxy forwards nothing before the response is complete, so a client cannot"
                  + " leave midway"
              : "no response arrived through the proxy");
    }
    return noticedMillis.size() < arrived ? ignored(check) : noticed(check, noticedMillis);
  }

  private static CheckFinding ignored(ProxyCheck check) {
    String mends = check == ProxyCheck.CANCEL_WAITING ? "HAProxy: option abortonclose" : "";
    return CheckFinding.broken(
            check,
            "the upstream continues for a client that left: not notified within %d s"
                .formatted(NOTICE.toSeconds()))
        .withRemedy(mends);
  }

  private static CheckFinding noticed(ProxyCheck check, List<Double> sortedMillis) {
    double middle = sortedMillis.get(sortedMillis.size() / 2);
    double most = sortedMillis.getLast();
    return CheckFinding.passed(
            check,
            String.format(
                Locale.ROOT,
                "upstream notified after %.1f ms, at most %.1f ms (%d of %d)",
                middle,
                most,
                sortedMillis.size(),
                sortedMillis.size()))
        .with("p50_ms", middle)
        .with("max_ms", most);
  }

  /// @param arrived whether the request reached the upstream, and enough of the response the client
  /// @param late whether the upstream had sent its whole response by then, so no work was left to
  ///   stop
  /// @param noticedMillis time from leaving until the upstream noticed; null if it did not
  private record Leaving(boolean arrived, boolean late, @Nullable Double noticedMillis) {}

  private static Leaving leave(
      ProbeTools probing, ProbeUpstream upstream, ResponseScript script, int events) {
    long probe = upstream.probe(script);
    long leftNanos;
    try (RawExchange call = probing.callVia(ProbeUpstream.mark(probe), TOKENS)) {
      boolean here = upstream.await(() -> !upstream.attempts(probe).isEmpty(), ARRIVAL);
      if (!here || !call.until(() -> call.events() >= events, ARRIVAL)) {
        return new Leaving(false, false, null);
      }
      if (upstream.await(() -> isOver(upstream, probe), Duration.ZERO)) {
        return new Leaving(false, true, null);
      }
      leftNanos = probing.clock().nanoTime();
    }
    boolean noticedInTime =
        upstream.await(
            () -> upstream.attempts(probe).stream().anyMatch(UpstreamRequest::hasLeft), NOTICE);
    if (!noticedInTime && isOver(upstream, probe)) {
      // A whole response takes twice as long as the notice period: the proxy held this one back,
      // and the upstream had finished when the client left.
      return new Leaving(false, true, null);
    }
    return new Leaving(true, false, noticedInTime ? noticed(upstream, probe, leftNanos) : null);
  }

  private static boolean isOver(ProbeUpstream upstream, long probe) {
    return upstream.attempts(probe).stream().allMatch(UpstreamRequest::over);
  }

  private static double noticed(ProbeUpstream upstream, long probe, long leftNanos) {
    return upstream.attempts(probe).stream()
        .filter(UpstreamRequest::hasLeft)
        .mapToDouble(attempt -> Math.max(0, (attempt.leftNanos() - leftNanos) / 1e6))
        .max()
        .orElse(0);
  }
}
