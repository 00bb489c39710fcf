package dev.goodput.app.bench;

import dev.goodput.app.ExitCode;
import dev.goodput.app.Signals;
import dev.goodput.lab.Target;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// SIGINT or SIGTERM once drains and lets the run report what there is; again stops at once.
final class Interrupts {
  private final Target target;
  private final AtomicReference<ExitCode> first = new AtomicReference<>();

  private Interrupts(Target target) {
    this.target = target;
  }

  /// Begins to listen.
  static Interrupts watch(Target target) {
    Interrupts interrupts = new Interrupts(target);
    Signals.on("INT", () -> interrupts.arrived(ExitCode.INTERRUPTED));
    Signals.on("TERM", () -> interrupts.arrived(ExitCode.TERMINATED));
    return interrupts;
  }

  private void arrived(ExitCode exit) {
    if (first.compareAndSet(null, exit)) {
      target.drain();
    } else {
      target.stop();
    }
  }

  /// The exit code of the first signal, if one came.
  Optional<ExitCode> exit() {
    return Optional.ofNullable(first.get());
  }
}
