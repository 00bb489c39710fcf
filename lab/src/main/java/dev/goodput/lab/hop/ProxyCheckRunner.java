package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.CheckFinding;
import dev.goodput.metrics.hop.ProxyCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// All behaviour probes, one after another.
final class ProxyCheckRunner {
  private static final String ONLY_EMBEDDED =
      "the server under test does not report it; goodput hop --via URL --embedded PORT puts a"
          + " server behind the proxy that does";

  private final ProbeTools probing;
  private final Consumer<ProxyCheck> listener;
  private final BooleanSupplier continues;
  private final List<CheckFinding> findings = new ArrayList<>();

  /// @param listener receives each check before it starts
  /// @param continues whether to run the next check
  ProxyCheckRunner(ProbeTools probing, Consumer<ProxyCheck> listener, BooleanSupplier continues) {
    this.probing = probing;
    this.listener = listener;
    this.continues = continues;
  }

  /// Probes a proxy in front of our own server.
  List<CheckFinding> embedded(ProbeUpstream upstream) {
    look(ProxyCheck.BYTES, () -> ByteProbe.embedded(probing, upstream));
    look(ProxyCheck.COALESCING, () -> StreamingProbe.embedded(probing, upstream));
    look(ProxyCheck.CANCEL_STREAMING, () -> CancelProbe.streaming(probing, upstream));
    look(ProxyCheck.CANCEL_WAITING, () -> CancelProbe.waiting(probing, upstream));
    look(ProxyCheck.LONG_PROMPT, () -> MessageProbe.longPrompt(probing, upstream));
    look(ProxyCheck.CONTINUE, () -> MessageProbe.proceed(probing, "Go on?"));
    look(ProxyCheck.TRAILERS, () -> MessageProbe.trailers(probing, upstream));
    look(ProxyCheck.LARGE_BODY, () -> MessageProbe.largeBody(probing, upstream));

    // Failures come last: some proxies avoid an upstream for a while after it failed.
    fail(ProxyCheck.CUT, upstream, () -> FailureProbe.cut(probing, upstream));
    fail(ProxyCheck.RESET, upstream, () -> FailureProbe.reset(probing, upstream));
    fail(ProxyCheck.REFUSAL, upstream, () -> FailureProbe.refusal(probing, upstream));
    fail(ProxyCheck.NO_ANSWER, upstream, () -> FailureProbe.unanswered(probing, upstream));
    fail(ProxyCheck.UNREACHABLE, upstream, () -> FailureProbe.unreachable(probing, upstream));
    return List.copyOf(findings);
  }

  /// Probes a proxy in front of an unknown server.
  ///
  /// @param running reports the server's running requests; null if the server does not
  List<CheckFinding> of(@Nullable RunningRequests running) {
    look(ProxyCheck.BYTES, () -> ByteProbe.of(probing));
    look(ProxyCheck.COALESCING, () -> StreamingProbe.of(probing));
    look(
        ProxyCheck.CANCEL_STREAMING, () -> RunningProbe.streaming(probing, running, ONLY_EMBEDDED));
    look(ProxyCheck.CONTINUE, () -> MessageProbe.proceed(probing, "Say yes."));
    for (ProxyCheck check :
        List.of(
            ProxyCheck.CANCEL_WAITING,
            ProxyCheck.CUT,
            ProxyCheck.RESET,
            ProxyCheck.REFUSAL,
            ProxyCheck.NO_ANSWER,
            ProxyCheck.UNREACHABLE)) {
      findings.add(CheckFinding.unknown(check, ONLY_EMBEDDED));
    }
    return List.copyOf(findings);
  }

  private void fail(ProxyCheck check, ProbeUpstream upstream, Supplier<CheckFinding> probe) {
    look(
        check,
        () ->
            FailureProbe.upstreamReached(probing, upstream, continues)
                ? probe.get()
                : CheckFinding.unknown(
                    check, "the proxy does not send to the upstream, or no longer does"));
  }

  private void look(ProxyCheck check, Supplier<CheckFinding> probe) {
    if (continues.getAsBoolean()) {
      listener.accept(check);
      findings.add(probe.get());
    } else {
      findings.add(CheckFinding.unknown(check, "interrupted before this check"));
    }
  }
}
