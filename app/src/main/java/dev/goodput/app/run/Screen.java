package dev.goodput.app.run;

import dev.goodput.app.AppException;
import dev.goodput.report.terminal.TerminalScreen;
import java.io.Console;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where a finished run is shown.
///
/// @param out results
/// @param err everything else
/// @param columns characters of a line
/// @param colour whether escape sequences are understood and wanted
public record Screen(PrintWriter out, PrintWriter err, int columns, boolean colour) {

  /// The terminal behind the process's error stream; closing it gives the terminal back and leaves
  /// the stream open.
  public static TerminalScreen terminal() {
    return TerminalScreen.ofErrorStream(System.err, System.getenv());
  }

  /// As wide and colourful as the terminal; plain where results go to a file or a pipe.
  public static Screen of(PrintWriter out, PrintWriter err, TerminalScreen terminal) {
    return new Screen(out, err, terminal.columns(), isTerminal() && terminal.colour());
  }

  /// Whether the process reads from a terminal and writes to one.
  public static boolean isTerminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
  }

  /// The width of the terminal; a file or a pipe has lines of any length.
  public static int widestLine() {
    if (!isTerminal()) {
      return Integer.MAX_VALUE;
    }
    try (TerminalScreen terminal = terminal()) {
      return terminal.columns();
    }
  }

  /// Prints the run: with `json` the result document goes to the output and the text to the error
  /// output; `quiet` omits the text.
  ///
  /// @param page where the page was to be written, null where only the run's own was
  /// @throws AppException.Machine where the output cannot be written
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
