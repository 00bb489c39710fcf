package dev.goodput.report.terminal;

import java.util.List;
import java.util.regex.Pattern;

/// The block of a command that runs for long: redrawn where the terminal can, and lines that stay.
/// Not thread-safe: its owner ensures that one thread at a time draws.
public final class RedrawnBlock {
  private static final String CLEAR_LINE = "\u001b[2K";
  private static final String CLEAR_BELOW = "\u001b[J";
  private static final Pattern STYLE = Pattern.compile("\u001b\\[[0-9;]*m");

  private final TerminalScreen screen;
  private final boolean quiet;
  private List<String> drawn = List.of();

  /// @param screen where to show it; it is not closed here
  /// @param quiet shows nothing
  public RedrawnBlock(TerminalScreen screen, boolean quiet) {
    this.screen = screen;
    this.quiet = quiet;
  }

  /// Draws the block over what it was before.
  public void draw(List<String> lines) {
    if (quiet) {
      return;
    }
    StringBuilder text = new StringBuilder(up());
    for (String line : lines) {
      text.append('\r').append(CLEAR_LINE).append(line).append('\n');
    }
    text.append(CLEAR_BELOW);
    drawn = List.copyOf(lines);
    screen.out().print(text);
    screen.out().flush();
  }

  /// Prints a line that stays; a drawn block must be erased first.
  public void print(String line) {
    if (!quiet) {
      screen.out().println(line);
      screen.out().flush();
    }
  }

  /// Takes the block away.
  public void erase() {
    if (!drawn.isEmpty()) {
      screen.out().print(up() + "\r" + CLEAR_BELOW);
      screen.out().flush();
      drawn = List.of();
    }
  }

  private String up() {
    int rows = drawn.stream().mapToInt(this::rows).sum();
    return rows == 0 ? "" : "\u001b[" + rows + "A";
  }

  // A terminal that became narrower has broken what was drawn over several rows.
  private int rows(String line) {
    int width = STYLE.matcher(line).replaceAll("").length();
    return Math.max(1, Math.ceilDiv(width, Math.max(1, screen.columns())));
  }
}
