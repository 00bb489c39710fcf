package dev.goodput.report.terminal;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/// Where text is shown: how wide it is, whether it redraws and has colours.
///
/// The terminal behind the process's error stream is queried once; its width is updated when the
/// window changes. Thread-safe.
public final class TerminalScreen implements AutoCloseable {
  private static final int DEFAULT = 80;

  private final PrintStream out;
  private final IntSupplier columns;
  private final boolean redraws;
  private final boolean colour;
  private final @Nullable Terminal terminal;

  private TerminalScreen(
      PrintStream out,
      IntSupplier columns,
      boolean redraws,
      boolean colour,
      @Nullable Terminal terminal) {
    this.out = out;
    this.columns = columns;
    this.redraws = redraws;
    this.colour = colour;
    this.terminal = terminal;
  }

  /// Returns the terminal behind the error stream, or plain lines if there is none, if `TERM` is
  /// `dumb`, or if it cannot be queried.
  ///
  /// @param environment `NO_COLOR`, `TERM` and `COLUMNS` are heard
  public static TerminalScreen ofErrorStream(PrintStream err, Map<String, String> environment) {
    boolean colour = environment.getOrDefault("NO_COLOR", "").isEmpty();
    int fallback = columns(environment.get("COLUMNS"));
    if ("dumb".equals(environment.get("TERM"))) {
      return plain(err, fallback);
    }
    Terminal terminal = open();
    if (terminal == null || terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
      close(terminal);
      return plain(err, fallback);
    }
    IntSupplier width = () -> width(terminal, fallback);
    return new TerminalScreen(err, width, true, colour, terminal);
  }

  /// Returns the columns of the terminal behind the process's error stream; without one, no line is
  /// too long.
  public static int errorColumns() {
    TerminalScreen screen = ofErrorStream(System.err, System.getenv());
    try {
      return screen.redraws() ? screen.columns() : Integer.MAX_VALUE;
    } finally {
      screen.close(); // gives the terminal back; the stream stays open
    }
  }

  /// A screen of fixed width that scrolls and has no colours.
  public static TerminalScreen plain(PrintStream out, int columns) {
    return new TerminalScreen(out, () -> columns, false, false, null);
  }

  /// A screen of fixed width that redraws.
  static TerminalScreen redrawing(PrintStream out, int columns, boolean colour) {
    return redrawing(out, () -> columns, colour);
  }

  /// A screen that redraws and whose width changes.
  static TerminalScreen redrawing(PrintStream out, IntSupplier columns, boolean colour) {
    return new TerminalScreen(out, columns, true, colour, null);
  }

  private static @Nullable Terminal open() {
    try {
      return TerminalBuilder.builder()
          .system(true)
          .systemOutput(TerminalBuilder.SystemOutput.SysErr)
          .dumb(true)
          .build();
    } catch (IOException | IllegalStateException | LinkageError e) {
      // There is no terminal to query: plain lines show the same.
      return null;
    }
  }

  private static int width(Terminal terminal, int fallback) {
    int columns = terminal.getSize().getColumns();
    return columns > 0 ? columns : fallback;
  }

  private static void close(@Nullable Terminal terminal) {
    if (terminal != null) {
      try {
        terminal.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static int columns(@Nullable String text) {
    return text != null && text.matches("[1-9]\\d{1,3}") ? Integer.parseInt(text) : DEFAULT;
  }

  /// The width in characters, as it is now.
  public int columns() {
    return columns.getAsInt();
  }

  /// Whether lines can be drawn over.
  public boolean redraws() {
    return redraws;
  }

  /// Whether colours are there and wanted.
  public boolean colour() {
    return colour;
  }

  PrintStream out() {
    return out;
  }

  /// Gives the terminal back as it was.
  @Override
  public void close() {
    close(terminal);
  }
}
