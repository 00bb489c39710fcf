package dev.goodput.lab.hop;

import dev.goodput.wire.NanoClock;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Whether the work upstream ends when a client leaves, by what the server says of its running
/// requests: on a server that nobody else asks meanwhile.
final class RunningProbe {
  private static final int TOKENS = 2_000;
  private static final String PROMPT = "Count from one to a thousand in words.";
  private static final Duration NOTICE = Duration.ofSeconds(10);
  private static final Duration ARRIVAL = Duration.ofSeconds(30);
  private static final long LOOK_NANOS = 20_000_000;
  private static final int ENOUGH_EVENTS = 3;

  private RunningProbe() {}

  /// Leaves in mid-stream, first without the proxy: a server that goes on then tells nothing.
  ///
  /// @param otherwise where a verdict can be had that cannot be had here
  static Finding streaming(Probing probing, @Nullable RunningRequests running, String otherwise) {
    if (running == null || running.now().isEmpty()) {
      return Finding.untold(Duty.CANCEL_STREAMING, otherwise);
    }
    double direct = leave(probing.callDirect(PROMPT, TOKENS), running, probing.clock());
    if (Double.isNaN(direct) || Double.isInfinite(direct)) {
      return Finding.untold(
          Duty.CANCEL_STREAMING,
          "asked without the proxy, the server does not show that a client left");
    }
    double via = leave(probing.callVia(PROMPT, TOKENS), running, probing.clock());
    if (Double.isNaN(via)) {
      return Finding.untold(Duty.CANCEL_STREAMING, otherwise);
    }
    if (Double.isInfinite(via)) {
      return Finding.broken(
          Duty.CANCEL_STREAMING,
          "%d s after the client left the server still works on its answer"
              .formatted(NOTICE.toSeconds()));
    }
    return Finding.kept(
            Duty.CANCEL_STREAMING,
            String.format(
                Locale.ROOT,
                "the server's running requests fall within %.0f ms, and %.0f ms without it",
                via,
                direct))
        .with("max_ms", via);
  }

  /// How long after leaving the server works on nothing more than before, ms: NaN where it never
  /// said to work on it, infinite where it went on.
  private static double leave(RawCall asked, RunningRequests running, NanoClock clock) {
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
