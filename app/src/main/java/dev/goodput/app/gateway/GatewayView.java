package dev.goodput.app.gateway;

import dev.goodput.report.terminal.RedrawnBlock;
import dev.goodput.report.terminal.TerminalScreen;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.Plain;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What is seen while a gateway runs: one block that redraws on a terminal; elsewhere a line after
/// five seconds and then one a minute, as whoever runs for months fills a log with them. One
/// thread.
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

  /// @param quiet shows no figures; what is said is said all the same
  /// @param head the lines that say where it listens and whom it asks
  /// @param beganNanos when it began, by the clock of [#show]
  GatewayView(TerminalScreen screen, boolean quiet, List<String> head, long beganNanos) {
    this.screen = screen;
    this.block = new RedrawnBlock(screen, false);
    this.quiet = quiet;
    this.head = List.copyOf(head);
    this.beganNanos = beganNanos;
    this.nextNanos = beganNanos + (screen.redraws() ? 0 : FIRST_LINE_NANOS);
    if (!quiet && !screen.redraws()) {
      head.forEach(block::say);
    }
  }

  /// Says a line that stays.
  void say(String line) {
    block.erase();
    block.say("goodput: " + Plain.text(line));
  }

  /// Shows how it stands, where it is time to.
  void show(Supplier<Pulse> standing, long nowNanos) {
    if (quiet || nowNanos - nextNanos < 0) {
      return;
    }
    nextNanos = nowNanos + (screen.redraws() ? REDRAW_NANOS : LINE_NANOS);
    Pulse pulse = standing.get();
    if (screen.redraws()) {
      List<String> lines = new ArrayList<>();
      for (String line : lines(pulse, nowNanos)) {
        lines.add(
            line.length() < screen.columns() ? line : line.substring(0, screen.columns() - 1));
      }
      block.draw(lines);
    } else {
      block.say(line(pulse, nowNanos));
    }
  }

  /// Takes the block away; what was said stays.
  void close() {
    block.erase();
  }

  private List<String> lines(Pulse pulse, long nowNanos) {
    List<String> lines = new ArrayList<>(head);
    lines.add(" " + counts(pulse, nowNanos));
    lines.add(" " + latencies(pulse));
    if (!pulse.trouble().isEmpty()) {
      lines.add(" " + Plain.text(pulse.trouble()));
    }
    return lines;
  }

  private String line(Pulse pulse, long nowNanos) {
    String trouble = pulse.trouble().isEmpty() ? "" : "   " + Plain.text(pulse.trouble());
    return counts(pulse, nowNanos) + "   " + latencies(pulse) + trouble;
  }

  private String counts(Pulse pulse, long nowNanos) {
    long seconds = (nowNanos - beganNanos) / 1_000_000_000;
    return String.format(
        Locale.ROOT,
        "%02d:%02d:%02d   %s   %s in flight   %s failed   %s left",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60,
        Figures.counted(pulse.requests(), "request"),
        Figures.count(pulse.inFlight()),
        Figures.count(pulse.failed()),
        Figures.count(pulse.left()));
  }

  private static String latencies(Pulse pulse) {
    if (pulse.ttftP50Millis() == null && pulse.outputTps() == null) {
      return "nothing ended in the last minute";
    }
    String good = pulse.goodShare() == null ? "" : "   good " + Figures.share(pulse.goodShare());
    return "TTFT "
        + pair(pulse.ttftP50Millis(), pulse.ttftP95Millis())
        + "   ITL "
        + pair(pulse.itlP50Millis(), pulse.itlP95Millis())
        + "   "
        + Figures.number(pulse.outputTps())
        + " tok/s"
        + good;
  }

  private static String pair(@Nullable Double p50, @Nullable Double p95) {
    if (p50 == null) {
      return "–";
    }
    return Figures.duration(p50) + " / " + (p95 == null ? "–" : Figures.duration(p95));
  }
}
