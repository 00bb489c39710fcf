package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.wire.NanoClock;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A check that the upstream stops working when a client leaves, based on the running requests that
/// the server reports. The server must have no other clients meanwhile.
///
/// A response that is not stopped also ends on its own. The probe first measures how long that
/// takes; work that ends in less than half of that time was stopped.
final class RunningProbe {
  private static final int[] TOKENS = {2_000, 400};
  private static final String PROMPT = "Count from one to a thousand in words.";
  private static final Duration NOTICE = Duration.ofSeconds(10);
  private static final Duration ARRIVAL = Duration.ofSeconds(30);
  private static final double SHORTEST_MILLIS = 1_000;
  private static final long POLL_NANOS = 20_000_000;
  private static final int ENOUGH_EVENTS = 3;
  private static final int OK = 200;

  private final ProbeTools probing;
  private final RunningRequests running;

  private RunningProbe(ProbeTools probing, RunningRequests running) {
    this.probing = probing;
    this.running = running;
  }

  /// Leaves in mid-stream, first without the proxy: if the server itself continues then, the probe
  /// is inconclusive.
  ///
  /// @param otherwise where a verdict can be had if not here
  static CheckFinding streaming(
      ProbeTools probing, @Nullable RunningRequests running, String otherwise) {
    if (running == null || running.now().isEmpty()) {
      return unknown(otherwise);
    }
    RunningProbe probe = new RunningProbe(probing, running);
    for (int tokens : TOKENS) {
      double wholeMillis = probe.wholeMillis(tokens);
      if (wholeMillis >= SHORTEST_MILLIS) {
        return probe.judged(tokens, wholeMillis, otherwise);
      }
      if (!Double.isNaN(wholeMillis)) {
        return unknown(
            String.format(
                Locale.ROOT,
                "the server's responses end after %.0f ms, too soon for a client to leave midway",
                wholeMillis));
      }
    }
    return unknown(otherwise);
  }

  private static CheckFinding unknown(String why) {
    return CheckFinding.unknown(ProxyCheck.CANCEL_STREAMING, why);
  }

  /// Returns how long a complete response takes, up to the longest wait; NaN if the server refuses
  /// so many tokens.
  private double wholeMillis(int tokens) {
    try (RawExchange call = probing.callDirect(PROMPT, tokens)) {
      RawResponse answer = call.toEnd(NOTICE);
      return answer.status() == OK ? answer.seconds() * 1e3 : Double.NaN;
    }
  }

  private CheckFinding judged(int tokens, double wholeMillis, String otherwise) {
    double most = wholeMillis / 2;
    double direct = leave(probing.callDirect(PROMPT, tokens), probing.clock());
    if (!(direct < most)) {
      return unknown("even without the proxy, the server does not show that a client left");
    }
    double via = leave(probing.callVia(PROMPT, tokens), probing.clock());
    if (Double.isNaN(via)) {
      return unknown(otherwise);
    }
    if (via >= most) {
      return CheckFinding.broken(
          ProxyCheck.CANCEL_STREAMING,
          String.format(
              Locale.ROOT,
              "the server still generates %.1f s after the client left; without the proxy it stops"
                  + " after %.0f ms",
              Math.min(via, (double) NOTICE.toMillis()) / 1e3,
              direct));
    }
    return CheckFinding.passed(
            ProxyCheck.CANCEL_STREAMING,
            String.format(
                Locale.ROOT,
                "the server's running requests fall within %.0f ms, without the proxy within %.0f"
                    + " ms",
                via,
                direct))
        .with("max_ms", via);
  }

  /// Returns how long after the client left the server's running requests are back at their earlier
  /// number, in ms: NaN if the server never reported the request, infinite if the server continued.
  private double leave(RawExchange requested, NanoClock clock) {
    double before = running.now().orElse(Double.NaN);
    long leftNanos;
    try (requested) {
      boolean streams = requested.until(() -> requested.events() >= ENOUGH_EVENTS, ARRIVAL);
      OptionalDouble during = running.now();
      if (!streams || during.isEmpty()) {
        return Double.NaN;
      }
      before = Math.min(before, during.getAsDouble() - 1);
      leftNanos = clock.nanoTime();
    }
    if (before < 0) {
      return Double.NaN;
    }
    while (clock.nanoTime() - leftNanos < NOTICE.toNanos()) {
      if (running.now().orElse(Double.POSITIVE_INFINITY) <= before) {
        return (clock.nanoTime() - leftNanos) / 1e6;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return Double.POSITIVE_INFINITY;
  }
}
