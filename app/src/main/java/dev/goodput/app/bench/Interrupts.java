package dev.goodput.app.bench;

import dev.goodput.app.AppException;
import dev.goodput.app.ExitCode;
import dev.goodput.app.Signals;
import dev.goodput.app.run.Screen;
import dev.goodput.lab.Target;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// SIGINT, SIGTERM or SIGHUP before load begins ends the process and says so. From then on it
/// drains, once, and lets the run report what there is; again stops at once.
final class Interrupts {
  private final PrintWriter err;
  private final boolean terminal;
  private final Consumer<AppException.Interrupted> tell;
  private final Consumer<ExitCode> end;
  private @Nullable Target target;
  private @Nullable ExitCode first;

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

  /// Begins to listen.
  static Interrupts watch(PrintWriter err, UnmeasuredFiles files) {
    Interrupts interrupts =
        new Interrupts(err, Screen.isTerminal(), files::tell, exit -> System.exit(exit.code()));
    Signals.on("INT", () -> interrupts.arrived(ExitCode.INTERRUPTED));
    Signals.on("TERM", () -> interrupts.arrived(ExitCode.TERMINATED));
    // A terminal that is lost ends a run as gently; under nohup the system keeps it away.
    Signals.on("HUP", () -> interrupts.arrived(ExitCode.TERMINATED));
    return interrupts;
  }

  /// Load begins on a target; does not return where the process ends already.
  synchronized void loads(Target begun) {
    target = begun;
  }

  synchronized void arrived(ExitCode exit) {
    Target loaded = target;
    if (loaded == null) {
      AppException.Interrupted interrupted = new AppException.Interrupted(exit);
      err.println((terminal ? "\n" : "") + "goodput: " + interrupted.getMessage());
      try {
        tell.accept(interrupted);
      } finally {
        // Whatever becomes of the files: nothing else ends the process any more.
        end.accept(exit);
      }
    } else if (first == null) {
      first = exit;
      loaded.drain();
    } else {
      loaded.stop();
    }
  }

  /// The exit code of the first signal, if one came.
  synchronized Optional<ExitCode> exit() {
    return Optional.ofNullable(first);
  }
}
