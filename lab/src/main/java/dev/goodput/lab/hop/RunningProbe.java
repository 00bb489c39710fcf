package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.Finding;
import dev.goodput.metrics.hop.ProxyCheck;
import dev.goodput.wire.NanoClock;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Whether the work upstream ends when a client leaves, by what the server says of its running
/// requests: on a server that nobody else asks meanwhile.
///
/// An answer that nobody stops comes to its own end too. How long it takes is seen first; work that
/// ends in less than half of that was stopped.
final class RunningProbe {
  private static final int[] TOKENS = {2_000, 400};
  private static final String PROMPT = "Count from one to a thousand in words.";
  private static final Duration NOTICE = Duration.ofSeconds(10);
  private static final Duration ARRIVAL = Duration.ofSeconds(30);
  private static final double SHORTEST_MILLIS = 1_000;
  private static final long LOOK_NANOS = 20_000_000;
  private static final int ENOUGH_EVENTS = 3;
  private static final int OK = 200;

  private final ProbeTools probing;
  private final RunningRequests running;

  private RunningProbe(ProbeTools probing, RunningRequests running) {
    this.probing = probing;
    this.running = running;
  }

  /// Leaves in mid-stream, first without the proxy: a server that goes on then tells nothing.
  ///
  /// @param otherwise where a verdict can be had that cannot be had here
  static Finding streaming(
      ProbeTools probing, @Nullable RunningRequests running, String otherwise) {
    if (running == null || running.now().isEmpty()) {
      return untold(otherwise);
    }
    RunningProbe probe = new RunningProbe(probing, running);
    for (int tokens : TOKENS) {
      double wholeMillis = probe.wholeMillis(tokens);
      if (wholeMillis >= SHORTEST_MILLIS) {
        return probe.judged(tokens, wholeMillis, otherwise);
      }
      if (!Double.isNaN(wholeMillis)) {
        return untold(
            String.format(
                Locale.ROOT,
                "the server's answers end by themselves in %.0f ms, which is too soon to leave",
                wholeMillis));
      }
    }
    return untold(otherwise);
  }

  private static Finding untold(String why) {
    return Finding.untold(ProxyCheck.CANCEL_STREAMING, why);
  }

  /// How long an answer takes that nobody leaves, no more than is waited for; NaN where the server
  /// refuses so many tokens.
  private double wholeMillis(int tokens) {
    try (RawCall call = probing.callDirect(PROMPT, tokens)) {
      RawAnswer answer = call.toEnd(NOTICE);
      return answer.status() == OK ? answer.seconds() * 1e3 : Double.NaN;
    }
  }

  private Finding judged(int tokens, double wholeMillis, String otherwise) {
    double most = wholeMillis / 2;
    double direct = leave(probing.callDirect(PROMPT, tokens), probing.clock());
    if (!(direct < most)) {
      return untold("asked without the proxy, the server does not show that a client left");
    }
    double via = leave(probing.callVia(PROMPT, tokens), probing.clock());
    if (Double.isNaN(via)) {
      return untold(otherwise);
    }
    if (via >= most) {
      return Finding.broken(
          ProxyCheck.CANCEL_STREAMING,
          String.format(
              Locale.ROOT,
              "%.1f s after the client left the server still works on its answer, %.0f ms without"
                  + " it",
              Math.min(via, (double) NOTICE.toMillis()) / 1e3,
              direct));
    }
    return Finding.kept(
            ProxyCheck.CANCEL_STREAMING,
            String.format(
                Locale.ROOT,
                "the server's running requests fall within %.0f ms, and %.0f ms without it",
                via,
                direct))
        .with("max_ms", via);
  }

  /// How long after leaving the server works on nothing more than before, ms: NaN where it never
  /// said to work on it, infinite where it went on.
  private double leave(RawCall asked, NanoClock clock) {
    double before = running.now().orElse(Double.NaN);
    long leftNanos;
    try (asked) {
      boolean streams = asked.until(() -> asked.events() >= ENOUGH_EVENTS, ARRIVAL);
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
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return Double.POSITIVE_INFINITY;
  }
}
