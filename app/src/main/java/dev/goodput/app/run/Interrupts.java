package dev.goodput.app.run;

import dev.goodput.app.AppException;
import dev.goodput.app.ExitCode;
import dev.goodput.app.Signals;
import dev.goodput.lab.Target;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// SIGINT, SIGTERM or SIGHUP before load begins ends the process and says so. From then on it
/// drains, once, and lets the run report what there is; again stops at once. While the report is
/// made, which may take long, it ends the process; the run is kept. Once the files say how the
/// bench ended it changes nothing: it is heard until the process is gone, or the system would end
/// that with another exit code than theirs.
public final class Interrupts {
  private final PrintWriter err;
  private final boolean terminal;
  private final Consumer<AppException.Interrupted> tell;
  private final Consumer<ExitCode> end;
  private List<Target> targets = List.of();
  private @Nullable ExitCode first;
  private boolean reporting;
  private boolean settled;
  private boolean warned;

  /// @param terminal whether a line may have been begun there, and `^C` been put on it
  /// @param tell tells what reads files why the process ends
  /// @param end ends the process
  Interrupts(
      PrintWriter err,
      boolean terminal,
      Consumer<AppException.Interrupted> tell,
      Consumer<ExitCode> end) {
    this.err = err;
    this.terminal = terminal;
    this.tell = tell;
    this.end = end;
  }

  /// Begins to listen, in the place of whoever did before.
  ///
  /// @param tell tells what reads files why the process ends
  /// @param end ends the process
  public static Interrupts watch(
      PrintWriter err, Consumer<AppException.Interrupted> tell, Consumer<ExitCode> end) {
    Interrupts interrupts = new Interrupts(err, Screen.isTerminal(), tell, end);
    // A terminal that is lost ends a run as gently; under nohup the system keeps it away.
    Signals.on("INT", () -> interrupts.arrived(ExitCode.INTERRUPTED));
    Signals.on("TERM", () -> interrupts.arrived(ExitCode.TERMINATED));
    Signals.on("HUP", () -> interrupts.arrived(ExitCode.TERMINATED));
    return interrupts;
  }

  /// Ends the process at once, whatever else of it is at its end too: of two that exit at a time
  /// the JVM complains.
  public static void end(ExitCode exit) {
    Runtime.getRuntime().halt(exit.code());
  }

  /// Load begins on a target, or on several; does not return where the process ends already.
  public synchronized void loads(Target... begun) {
    targets = List.of(begun);
  }

  /// The load is over, and its report is being made.
  ///
  /// @return the exit code of the first signal, if one came: the report says so
  public synchronized Optional<ExitCode> reports() {
    reporting = true;
    return Optional.ofNullable(first);
  }

  /// Does a step that no signal may break in two; does not return where the process ends already.
  public synchronized void apart(Runnable step) {
    step.run();
  }

  /// Does the step after which the files say how the bench ended; does not return where a signal
  /// came first.
  public synchronized void settle(Runnable step) {
    step.run();
    settled = true;
  }

  synchronized void arrived(ExitCode exit) {
    if (settled) {
      return;
    }
    if (targets.isEmpty()) {
      endNow(new AppException.Interrupted(exit));
    } else if (reporting) {
      arrivedLate(exit);
    } else if (first == null) {
      first = exit;
      targets.forEach(Target::drain);
    } else {
      targets.forEach(Target::stop);
    }
  }

  // Who asked twice for an end of the load may be heard a moment after it: what there is was to be
  // reported.
  private void arrivedLate(ExitCode exit) {
    ExitCode before = first;
    if (before == null || warned) {
      String line = "interrupted while the report was made";
      endNow(new AppException.Interrupted(before == null ? exit : before, line));
    } else {
      warned = true;
      say("the report of what there is is being made; again to end without it");
    }
  }

  private void endNow(AppException.Interrupted interrupted) {
    say(interrupted.getMessage());
    try {
      tell.accept(interrupted);
    } finally {
      // Whatever becomes of the files: nothing else ends the process any more.
      end.accept(interrupted.exit());
    }
  }

  private void say(@Nullable String line) {
    err.println((terminal ? "\n" : "") + "goodput: " + line);
  }
}
