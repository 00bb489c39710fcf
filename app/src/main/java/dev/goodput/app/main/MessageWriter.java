package dev.goodput.app.main;

import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.report.words.TextLayout;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;

/// A writer of messages to the user: on a terminal, lines break between words. In a file or a pipe
/// a message is one line.
final class MessageWriter extends PrintWriter {
  private static final String INDENT = "  ";

  /// Fits any terminal.
  private static final int SHORT = 40;

  private final IntSupplier columns;

  /// The columns once they are known; 0 before.
  private int known;

  /// Creates a writer to a stream; only [System#err] can be a terminal.
  MessageWriter(PrintStream out) {
    this(out, out.equals(System.err) ? TerminalScreen::errorColumns : () -> Integer.MAX_VALUE);
  }

  MessageWriter(PrintStream out, IntSupplier columns) {
    super(out, true, StandardCharsets.UTF_8);
    this.columns = columns;
  }

  @Override
  public void println(String line) {
    int width = line.length() <= SHORT || line.contains("\n") ? Integer.MAX_VALUE : width();
    super.println(
        line.length() <= width
            ? line
            : String.join(
                System.lineSeparator() + INDENT,
                TextLayout.lines(line, width, width - INDENT.length())));
  }

  /// Looks the columns up, which is not possible while a display of progress holds the terminal.
  void findWidth() {
    int _ = width();
  }

  /// Returns the columns, which are looked up once.
  private synchronized int width() {
    if (known == 0) {
      known = columns.getAsInt();
    }
    return known;
  }
}
