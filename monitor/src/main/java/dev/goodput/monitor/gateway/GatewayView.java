package dev.goodput.monitor.gateway;

import dev.goodput.report.terminal.RedrawnBlock;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.report.words.SafeText;
import java.util.List;
import java.util.function.Supplier;

/// The terminal output of a running gateway. On a terminal it is one block that redraws. Elsewhere
/// it is a line after five seconds and then one per minute, because a gateway that runs for months
/// would fill a log otherwise. Single-threaded.
final class GatewayView {
  private static final long REDRAW_NANOS = 500_000_000;
  private static final long FIRST_LINE_NANOS = 5_000_000_000L;
  private static final long LINE_NANOS = 60_000_000_000L;

  private final TerminalScreen screen;
  private final RedrawnBlock block;
  private final boolean quiet;
  private final List<String> head;
  private final long beganNanos;
  private long nextNanos;

  /// @param quiet hides the figures; messages are printed all the same
  /// @param head the header lines: the listen address and the upstreams
  /// @param beganNanos the start time, by the clock of [#show]
  GatewayView(TerminalScreen screen, boolean quiet, List<String> head, long beganNanos) {
    this.screen = screen;
    this.block = new RedrawnBlock(screen, false);
    this.quiet = quiet;
    this.head = List.copyOf(head);
    this.beganNanos = beganNanos;
    this.nextNanos = beganNanos + (screen.redraws() ? 0 : FIRST_LINE_NANOS);
    if (!quiet && !screen.redraws()) {
      head.forEach(block::print);
    }
  }

  /// Prints a line that stays.
  void print(String line) {
    block.erase();
    block.print("goodput: " + SafeText.text(line));
  }

  /// Shows the status if the next update is due.
  void show(Supplier<TrafficSummary> standing, long nowNanos) {
    if (quiet || nowNanos - nextNanos < 0) {
      return;
    }
    nextNanos = nowNanos + (screen.redraws() ? REDRAW_NANOS : LINE_NANOS);
    GatewayStatusText frame =
        new GatewayStatusText(head, standing.get(), (nowNanos - beganNanos) / 1_000_000_000);
    if (screen.redraws()) {
      block.draw(frame.lines(screen.columns()));
    } else {
      block.print(frame.line());
    }
  }

  /// Erases the block; printed messages stay.
  void close() {
    block.erase();
  }
}
