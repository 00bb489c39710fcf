package dev.goodput.runner.report;

import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.runner.AppException;
import java.io.Console;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The output of a finished run.
///
/// @param out the stream for results
/// @param err the stream for all other output
/// @param columns the number of columns
/// @param colour whether to use escape sequences for colours
public record Screen(PrintWriter out, PrintWriter err, int columns, boolean colour) {

  /// Returns the terminal of the error stream. Closing it restores the terminal but does not close
  /// the stream.
  public static TerminalScreen terminal() {
    return TerminalScreen.ofErrorStream(System.err, System.getenv());
  }

  /// Creates a screen with the width and colours of the terminal; without colours if results go to
  /// a file or a pipe.
  public static Screen of(PrintWriter out, PrintWriter err, TerminalScreen terminal) {
    return new Screen(out, err, terminal.columns(), isTerminal() && terminal.colour());
  }

  /// Returns whether standard input and output are a terminal.
  public static boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  /// Returns the number of columns of the terminal; unlimited for a file or a pipe.
  public static int widestLine() {
    if (!isTerminal()) {
      return Integer.MAX_VALUE;
    }
    try (TerminalScreen terminal = terminal()) {
      return terminal.columns();
    }
  }

  /// Shows a report. With `json` the result document goes to the output and the text to the error
  /// stream; with `quiet` there is no text.
  ///
  /// @param page where the page was to be written, null where only the run's own was
  /// @throws AppException.Machine if the output cannot be written
  public void show(RunReport report, @Nullable Path page, boolean json, boolean quiet) {
    if (!quiet) {
      PrintWriter words = json ? err : out;
      words.print(report.text(columns, colour, page));
      words.flush();
    }
    if (json) {
      out.println(report.json());
      out.flush();
    }
  }
}
