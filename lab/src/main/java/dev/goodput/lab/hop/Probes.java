package dev.goodput.lab.hop;

import dev.goodput.metrics.hop.Finding;
import dev.goodput.metrics.hop.ProxyCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// All probes of behaviour, one after another.
final class Probes {
  private static final String ONLY_EMBEDDED =
      "the server under test does not say; goodput hop --via URL --embedded PORT puts one behind"
          + " the proxy that does";

  private final ProbeTools probing;
  private final Consumer<ProxyCheck> listener;
  private final BooleanSupplier goesOn;
  private final List<Finding> findings = new ArrayList<>();

  /// @param listener hears of each duty before it is looked at
  /// @param goesOn whether the next one is wanted
  Probes(ProbeTools probing, Consumer<ProxyCheck> listener, BooleanSupplier goesOn) {
    this.probing = probing;
    this.listener = listener;
    this.goesOn = goesOn;
  }

  /// Of a proxy with our server behind it.
  List<Finding> embedded(Upstream upstream) {
    look(ProxyCheck.BYTES, () -> ByteProbe.embedded(probing, upstream));
    look(ProxyCheck.COALESCING, () -> StepProbe.embedded(probing, upstream));
    look(ProxyCheck.CANCEL_STREAMING, () -> CancelProbe.streaming(probing, upstream));
    look(ProxyCheck.CANCEL_WAITING, () -> CancelProbe.waiting(probing, upstream));
    look(ProxyCheck.LONG_PROMPT, () -> MessageProbe.longPrompt(probing, upstream));
    look(ProxyCheck.CONTINUE, () -> MessageProbe.proceed(probing, "Go on?"));
    look(ProxyCheck.TRAILERS, () -> MessageProbe.trailers(probing, upstream));
    look(ProxyCheck.LARGE_BODY, () -> MessageProbe.largeBody(probing, upstream));
    // Failures last: some proxies leave an upstream alone for a while that had one.
    fail(ProxyCheck.CUT, upstream, () -> FailureProbe.cut(probing, upstream));
    fail(ProxyCheck.RESET, upstream, () -> FailureProbe.reset(probing, upstream));
    fail(ProxyCheck.REFUSAL, upstream, () -> FailureProbe.refusal(probing, upstream));
    fail(ProxyCheck.NO_ANSWER, upstream, () -> FailureProbe.unanswered(probing, upstream));
    fail(ProxyCheck.UNREACHABLE, upstream, () -> FailureProbe.unreachable(probing, upstream));
    return List.copyOf(findings);
  }

  /// Of a proxy before a server of which nothing is known.
  ///
  /// @param running what the server says of its running requests; null where it says nothing
  List<Finding> of(@Nullable RunningRequests running) {
    look(ProxyCheck.BYTES, () -> ByteProbe.of(probing));
    look(ProxyCheck.COALESCING, () -> StepProbe.of(probing));
    look(
        ProxyCheck.CANCEL_STREAMING, () -> RunningProbe.streaming(probing, running, ONLY_EMBEDDED));
    look(ProxyCheck.CONTINUE, () -> MessageProbe.proceed(probing, "Say yes."));
    for (ProxyCheck duty :
        List.of(
            ProxyCheck.CANCEL_WAITING,
            ProxyCheck.CUT,
            ProxyCheck.RESET,
            ProxyCheck.REFUSAL,
            ProxyCheck.NO_ANSWER,
            ProxyCheck.UNREACHABLE)) {
      findings.add(Finding.untold(duty, ONLY_EMBEDDED));
    }
    return List.copyOf(findings);
  }

  private void fail(ProxyCheck duty, Upstream upstream, Supplier<Finding> probe) {
    look(
        duty,
        () ->
            FailureProbe.reaches(probing, upstream, goesOn)
                ? probe.get()
                : Finding.untold(duty, "the proxy does not ask the upstream, or no more"));
  }

  private void look(ProxyCheck duty, Supplier<Finding> probe) {
    if (goesOn.getAsBoolean()) {
      listener.accept(duty);
      findings.add(probe.get());
    } else {
      findings.add(Finding.untold(duty, "interrupted before it was looked at"));
    }
  }
}
