package dev.goodput.runner.signals;

import dev.goodput.lab.Target;
import dev.goodput.runner.AppException;
import dev.goodput.runner.ExitCode;
import dev.goodput.runner.report.Screen;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Handling of SIGINT, SIGTERM and SIGHUP, by phase:
///
/// - Before load starts, a signal ends the process with a message.
/// - During load, the first signal drains the run, which then reports what it measured. A second
///   signal stops at once.
/// - While the report is being made, which may take long, a signal ends the process; the run is
///   kept.
/// - Once the files state how the run ended, a signal changes nothing. It is still handled until
///   the process exits, or the system would end the process with an exit code other than that in
///   the files.
public final class Interrupts {
  private final PrintWriter err;
  private final boolean terminal;
  private final Consumer<AppException.Interrupted> writeReason;
  private final Consumer<ExitCode> end;
  private List<Target> targets = List.of();
  private @Nullable ExitCode first;
  private boolean reporting;
  private boolean finished;
  private boolean warned;

  /// @param terminal whether output goes to a terminal, where a line may be unfinished or hold `^C`
  /// @param writeReason a consumer that writes the reason for the end to the output files
  /// @param end a consumer that ends the process
  Interrupts(
      PrintWriter err,
      boolean terminal,
      Consumer<AppException.Interrupted> writeReason,
      Consumer<ExitCode> end) {
    this.err = err;
    this.terminal = terminal;
    this.writeReason = writeReason;
    this.end = end;
  }

  /// Starts handling signals, replacing any previous handlers.
  ///
  /// @param writeReason a consumer that writes the reason for the end to the output files
  /// @param end a consumer that ends the process
  public static Interrupts watch(
      PrintWriter err, Consumer<AppException.Interrupted> writeReason, Consumer<ExitCode> end) {
    Interrupts interrupts = new Interrupts(err, Screen.isTerminal(), writeReason, end);

    // A lost terminal ends a run as gently; under nohup the system blocks that signal.
    Signals.on("INT", () -> interrupts.onSignal(ExitCode.INTERRUPTED));
    Signals.on("TERM", () -> interrupts.onSignal(ExitCode.TERMINATED));
    Signals.on("HUP", () -> interrupts.onSignal(ExitCode.TERMINATED));
    return interrupts;
  }

  /// Ends the process at once, even if it is already exiting: the JVM does not allow two exits at a
  /// time.
  public static void end(ExitCode exit) {
    Runtime.getRuntime().halt(exit.code());
  }

  /// Called when load starts on the targets. Does not return if the process is already ending.
  public synchronized void loadStarted(Target... begun) {
    targets = List.of(begun);
  }

  /// Called when the load is over and its report is being made.
  ///
  /// @return the exit code of the first signal, which the report mentions; empty if there was none
  public synchronized Optional<ExitCode> reportStarted() {
    reporting = true;
    return Optional.ofNullable(first);
  }

  /// Runs a step that signals do not interrupt. Does not return if the process is already ending.
  public synchronized void uninterrupted(Runnable step) {
    step.run();
  }

  /// Runs the step after which the files state how the run ended. Does not return if a signal came
  /// first.
  public synchronized void finish(Runnable step) {
    step.run();
    finished = true;
  }

  synchronized void onSignal(ExitCode exit) {
    if (finished) {
      return;
    }
    if (targets.isEmpty()) {
      endNow(new AppException.Interrupted(exit));
    } else if (reporting) {
      onLateSignal(exit);
    } else if (first == null) {
      first = exit;
      targets.forEach(Target::drain);
    } else {
      targets.forEach(Target::stop);
    }
  }

  // The second signal of a user who wants the load to end may arrive just after it has ended. What
  // was measured is still to be reported.
  private void onLateSignal(ExitCode exit) {
    ExitCode before = first;
    if (before == null || warned) {
      String line = "interrupted while the report was made";
      endNow(new AppException.Interrupted(before == null ? exit : before, line));
    } else {
      warned = true;
      print("writing the report of what was measured; press Ctrl-C again to exit without it");
    }
  }

  private void endNow(AppException.Interrupted interrupted) {
    print(interrupted.getMessage());
    try {
      writeReason.accept(interrupted);
    } finally {
      // Whether or not the files were written: nothing else ends the process now.
      end.accept(interrupted.exit());
    }
  }

  private void print(@Nullable String line) {
    err.println((terminal ? "\n" : "") + "goodput: " + line);
  }
}
