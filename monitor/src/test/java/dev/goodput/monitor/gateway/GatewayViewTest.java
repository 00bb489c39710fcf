package dev.goodput.monitor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.report.terminal.TerminalScreen;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatewayViewTest {
  private static final long MINUTE = 60_000_000_000L;

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final TerminalScreen screen =
      TerminalScreen.plain(new PrintStream(shown, true, StandardCharsets.UTF_8), 80);
  private final FakeRunning running = new FakeRunning();

  @Test
  void showsWhereItListensAndALineOfFigures() {
    GatewayView view = new GatewayView(screen, false, List.of("goodput gateway"), 0);
    view.show(running::health, MINUTE);
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .startsWith("goodput gateway\n00:01:00   12 requests");
  }

  @Test
  void saysALineAfterFiveSecondsAndThenOneAMinute() {
    GatewayView view = new GatewayView(screen, false, List.of(), 0);
    for (long second = 0; second <= 130; second++) {
      view.show(running::health, second * 1_000_000_000L);
    }
    assertThat(shown.toString(StandardCharsets.UTF_8).lines().map(line -> line.substring(0, 8)))
        .containsExactly("00:00:05", "00:01:05", "00:02:05");
  }

  @Test
  void whoWantsNoFiguresIsToldOfTroubleAllTheSame() {
    GatewayView view = new GatewayView(screen, true, List.of("goodput gateway"), 0);
    view.show(running::health, MINUTE);
    view.print("the log stopped: the disk is full");
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .isEqualTo("goodput: the log stopped: the disk is full\n");
  }
}
