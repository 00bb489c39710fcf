package dev.goodput.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goodput.metrics.live.BenchListener;
import dev.goodput.metrics.live.Progress;
import dev.goodput.record.LevelEnded;
import dev.goodput.report.terminal.ProgressView.ProgressHead;
import dev.goodput.report.words.LevelFigures;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ProgressViewTest {
  private static final ProgressHead HEAD =
      new ProgressHead("azure-conv", "http://127.0.0.1:8000", "llama-3.1-8b");
  private static final BenchListener.Load LEVEL =
      new BenchListener.Load("poisson", "", 8, 0, 0, "");

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @Test
  void drawsOneBlockThatFits80Columns() {
    List<String> block =
        new ProgressFrame(HEAD, "Poisson 8/s", false, at(18)).block(80, new AnsiColors(false));
    assertThat(block)
        .containsExactly(
            "goodput bench  azure-conv → http://127.0.0.1:8000  llama-3.1-8b   Poisson 8/s",
            " 00:18 ━━━━━━━━━━━━━━━━━━━──────────── 00:30   142 done   9 in flight   0 failed",
            " TTFT 61.0 / 118 ms (p50 / p95)   ITL 9.10 / 14.0 ms   output 1,590 tok/s",
            " target 8.00/s, actual 7.98/s (Poisson)");
  }

  @Test
  void namesTheLagOfAClosedLoopAsWaitingUsers() {
    assertThat(new ProgressFrame(HEAD, "16 users", true, late(2)).block(80, new AnsiColors(false)))
        .endsWith(
            " client, last second: late at times   loop lag or users' wait 0.10 ms   CPU 9 %");
  }

  @Test
  void usesTheRoomOfAWideTerminal() {
    List<String> block =
        new ProgressFrame(HEAD, "Poisson 8/s", false, at(18)).block(160, new AnsiColors(false));
    assertThat(block).hasSize(3);
    assertThat(block.get(2))
        .isEqualTo(
            " TTFT 61.0 / 118 ms (p50 / p95)   ITL 9.10 / 14.0 ms   output 1,590 tok/s"
                + "   target 8.00/s, actual 7.98/s (Poisson)");
  }

  @Test
  void redrawsTheBlockAndClearsIt() {
    ProgressView view = new ProgressView(HEAD, TerminalScreen.redrawing(out, 80, false), false);
    view.levelStarted(0, 1, LEVEL);
    view.progress(at(1));
    view.progress(at(2));
    view.levelEnded(0, LevelEnded.Ending.COMPLETE, "");
    view.close();
    assertThat(text().split("\u001b\\[4A", -1)).hasSize(3);
    assertThat(text()).endsWith("\u001b[4A\r\u001b[J");
  }

  @Test
  void showsTheTargetOverTheTimeObservedSoFar() {
    ProgressView view = new ProgressView(HEAD, TerminalScreen.redrawing(out, 80, false), false);
    view.warmingUp();
    view.before("warming up");
    view.close();
    assertThat(text())
        .contains("\u001b[1A\r\u001b[2K warming up\n")
        .endsWith("\u001b[1A\r\u001b[J");
    String shown = text();
    new ProgressView(HEAD, TerminalScreen.plain(out, 80), false).before("warming up");
    assertThat(text()).isEqualTo(shown);
  }

  @Test
  void writesALineEveryMinuteWithoutATerminal() {
    ProgressView view = new ProgressView(HEAD, TerminalScreen.plain(out, 80), false);
    view.levelStarted(0, 1, LEVEL);
    for (int second = 1; second <= 200; second++) {
      view.progress(at(second));
    }
    view.levelEnded(0, LevelEnded.Ending.COMPLETE, "");
    List<String> lines = text().lines().toList();
    assertThat(lines).hasSize(4);
    assertThat(lines.getFirst()).startsWith("goodput bench  azure-conv → http://127.0.0.1:8000");
    assertThat(lines.get(1)).startsWith("01:00   142 done   9 in flight   0 failed");
    assertThat(lines.get(3)).startsWith("03:00   142");
    assertThat(text()).doesNotContain("\u001b");
  }

  @Test
  void namesTheRunsOfOneLoadWithoutATerminal() {
    ProgressView view = new ProgressView(HEAD, TerminalScreen.plain(out, 80), false);
    view.levelStarted(0, 5, LEVEL);
    view.repeatsOneLoad();
    view.levelStarted(1, 5, LEVEL);
    assertThat(text().lines())
        .satisfiesExactly(
            line -> assertThat(line).endsWith("   level 1 of 5: Poisson 8/s"),
            line -> assertThat(line).endsWith("   run 2 of 5: Poisson 8/s"));
  }

  @Test
  void explainsTheFirstAndSecondInterruptionOnce() {
    ProgressView plain = new ProgressView(HEAD, TerminalScreen.plain(out, 80), false);
    plain.progress(draining(1, 20.8));
    plain.progress(draining(1.2, 20.8));
    assertThat(text())
        .isEqualTo("draining 9 requests for at most 20 s, press Ctrl-C again to stop now\n");
    assertThat(last(draining(5, 20.8)))
        .isEqualTo(" draining 9 requests for at most 16 s, press Ctrl-C again to stop now");
    assertThat(last(progress(5, Progress.Phase.DRAINING, -1, new TreeMap<>(), 0)))
        .isEqualTo(" draining 9 requests, press Ctrl-C again to stop now");
  }

  @Test
  void writesOneLinePerLevelOrPairWithoutATerminal() {
    ProgressHead gate =
        new ProgressHead("azure-conv", "A http://a, B http://b", "m", "gate", false);
    ProgressView view = new ProgressView(gate, TerminalScreen.plain(out, 80), false);
    for (int pair = 1; pair <= 3; pair++) {
      view.before("warming up");
      for (int side = 0; side < 2; side++) {
        view.status("pair " + pair);
        view.levelStarted(0, 1, LEVEL);
        view.progress(at(18));
        view.progress(waiting(32, 603));
        view.levelEnded(0, LevelEnded.Ending.COMPLETE, "");
      }
      view.result("pair " + pair + " is over");
    }
    assertThat(text().lines())
        .containsExactly(
            "goodput gate  azure-conv → A http://a, B http://b  m",
            "pair 1 is over",
            "pair 2 is over",
            "pair 3 is over");
  }

  @Test
  void reportsTheDrainAndItsDeadlineEveryMinute() {
    ProgressView plain = new ProgressView(HEAD, TerminalScreen.plain(out, 80), false);
    plain.progress(at(1));
    plain.progress(waiting(59, 603));
    plain.progress(waiting(61, 603));
    plain.progress(waiting(62, 603));
    assertThat(text().lines())
        .filteredOn(line -> line.startsWith("waiting"))
        .containsExactly(
            "waiting for the last 9 requests, until 10:03 of the run (--timeout); Ctrl-C to cut"
                + " short");
    assertThat(last(waiting(32, 603))).hasSizeLessThanOrEqualTo(80).endsWith("to cut short");
    assertThat(last(progress(32, Progress.Phase.LAST_RESPONSES, -1, new TreeMap<>(), 0)))
        .isEqualTo(" waiting for the last 9 requests; Ctrl-C to cut short");
  }

  private static String last(Progress progress) {
    return new ProgressFrame(HEAD, "x", false, progress).block(80, new AnsiColors(false)).getLast();
  }

  @Test
  void showsNothingWhenQuiet() {
    for (TerminalScreen screen :
        List.of(TerminalScreen.plain(out, 80), TerminalScreen.redrawing(out, 80, true))) {
      ProgressView view = new ProgressView(HEAD, screen, true);
      view.warmingUp();
      view.before("warming up");
      view.levelStarted(0, 1, LEVEL);
      view.progress(draining(7, 27));
      view.levelEnded(
          0,
          LevelEnded.Ending.DRAINED,
          "interrupted: requests in flight were followed to their end");
      view.close();
    }
    assertThat(text()).isEmpty();
  }

  @Test
  void escapesServerMessages() {
    ProgressView view = new ProgressView(HEAD, TerminalScreen.plain(out, 80), false);
    view.levelEnded(0, LevelEnded.Ending.ALL_FAILED, "all failed: \u001b[2J\u0007\r\nbusy");
    assertThat(text()).endsWith("all failed:  [2J   busy\n").doesNotContain("\u001b");
  }

  @Test
  void namesFailuresByKindAndALateClient() {
    Progress progress =
        progress(
            4,
            Progress.Phase.RUNNING,
            -1,
            new TreeMap<>(Map.of("http_error", 2L, "timeout_idle", 1L)),
            38);
    ProgressFrame frame = new ProgressFrame(HEAD, "16 users", true, progress);
    assertThat(frame.line())
        .contains("3 failed (2 http_error, 1 timeout_idle)")
        .contains("client, last second: too slow");
  }

  @Test
  void distinguishesServerRequestsFromInFlightRequestsInAnyReadOrder() {
    assertThat(LevelFigures.inFlight(9, 0)).containsExactly("9 in flight");
    assertThat(LevelFigures.inFlight(9, 5)).containsExactly("4 at the server", "9 in flight");
    assertThat(LevelFigures.inFlight(3, 12)).containsExactly("0 at the server", "12 in flight");
    ProgressFrame frame = new ProgressFrame(HEAD, "poisson 8/s", false, capped(3, 12));
    assertThat(frame.line()).contains("   0 at the server   12 in flight   ").doesNotContain("-9");
    assertThat(frame.block(80, new AnsiColors(false))).allMatch(line -> line.length() <= 80);
  }

  @Test
  void omitsWholePartsThatDoNotFitAndTruncatesNoNumber() {
    Map<String, Long> kinds = Map.of("http_error", 123_456L, "timeout_first_token", 23_456L);
    for (Progress.Phase phase : Progress.Phase.values()) {
      Progress wide =
          new Progress(
              9,
              12,
              3_723_000_000_000L,
              5_000_000_000_000L,
              -1,
              1_234_567,
              123_456,
              98_765,
              new TreeMap<>(kinds),
              12_345.678,
              12_345.678,
              12_345.6,
              99_999.9,
              1_234.5,
              9_999.9,
              1_234_567.8,
              12_345.67,
              23_456.78,
              15.99,
              phase,
              9_999_000_000_000L);
      ProgressFrame frame =
          new ProgressFrame(HEAD, "poisson 12,345.678901/s, at most 24,691 in flight", false, wide);
      List<String> block = frame.block(80, new AnsiColors(false));
      assertThat(block).allMatch(line -> line.length() <= 80);
      assertThat(String.join("\n", block)).doesNotContain("…");
      assertThat(block.getFirst())
          .isEqualTo(
              "goodput bench   poisson 12,345.678901/s, at most 24,691 in flight (10 of 12)");
      assertThat(block.get(1)).isEqualTo(" azure-conv → http://127.0.0.1:8000  llama-3.1-8b");
      assertThat(block.get(2)).endsWith("   146,912 failed");
      if (phase != Progress.Phase.RUNNING) {
        assertThat(block.getLast())
            .containsAnyOf("; Ctrl-C to cut short", ", press Ctrl-C again to stop now");
      }
    }
  }

  @Test
  void showsTwoTargetsInFull() {
    String targets =
        "A " + "http://gpu-server-number-1:8000/v1, B http://gpu-server-number-2:8000/v1";
    ProgressHead compare = new ProgressHead("azure-conv", targets, "", "compare", false);
    ProgressView plain = new ProgressView(compare, TerminalScreen.plain(out, 80), false);
    plain.levelStarted(0, 1, LEVEL);
    assertThat(text()).isEqualTo("goodput compare  azure-conv → " + targets + "\n");
    assertThat(
            new ProgressFrame(compare, "Poisson 8/s", false, at(18))
                .block(100, new AnsiColors(false)))
        .startsWith("goodput compare   Poisson 8/s", " azure-conv → " + targets);
  }

  @Test
  void showsADashForUnknownValues() {
    Progress nothing =
        new Progress(
            1,
            4,
            0,
            -1,
            -1,
            0,
            0,
            0,
            new TreeMap<>(),
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Progress.Phase.RUNNING,
            -1);
    List<String> block =
        new ProgressFrame(HEAD, "16 users", true, nothing).block(80, new AnsiColors(false));
    assertThat(block.getFirst()).endsWith("16 users (2 of 4)");
    assertThat(String.join("\n", block)).contains("TTFT –").doesNotContain("NaN");
  }

  @Test
  void namesLevelsAsTheReportDoes() {
    assertThat(ProgressView.name(LEVEL)).isEqualTo("Poisson 8/s");
    assertThat(ProgressView.name(new BenchListener.Load("closed", "", Double.NaN, 16, 0, "")))
        .isEqualTo("16 users");
    assertThat(ProgressView.name(new BenchListener.Load("poisson", "", 2.5, 0, 4, "")))
        .isEqualTo("Poisson 2.5/s, at most 4 in flight");
    assertThat(ProgressView.name(new BenchListener.Load("stages", "2→20/s", 2, 0, 0, "2/4")))
        .isEqualTo("stages 2→20/s, slice 2/4");
  }

  private String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static Progress at(double seconds) {
    return progress(seconds, Progress.Phase.RUNNING, -1, new TreeMap<>(), 0.04);
  }

  private static Progress late(double lag) {
    return progress(18, Progress.Phase.RUNNING, -1, new TreeMap<>(), lag);
  }

  private static Progress draining(double seconds, double until) {
    return progress(seconds, Progress.Phase.DRAINING, (long) (until * 1e9), new TreeMap<>(), 0.04);
  }

  private static Progress waiting(double seconds, double until) {
    return progress(
        seconds, Progress.Phase.LAST_RESPONSES, (long) (until * 1e9), new TreeMap<>(), 0.04);
  }

  private static Progress progress(
      double seconds,
      Progress.Phase phase,
      long latestEndNanos,
      SortedMap<String, Long> failed,
      double lag) {
    return progress(seconds, phase, latestEndNanos, failed, lag, 9, 0);
  }

  private static Progress capped(int inFlight, int waiting) {
    return progress(18, Progress.Phase.RUNNING, -1, new TreeMap<>(), 0.04, inFlight, waiting);
  }

  private static Progress progress(
      double seconds,
      Progress.Phase phase,
      long latestEndNanos,
      SortedMap<String, Long> failed,
      double lag,
      int inFlight,
      int waiting) {
    long elapsed = (long) (seconds * 1e9);
    return new Progress(
        0,
        1,
        elapsed,
        30_000_000_000L - elapsed,
        -1,
        142,
        inFlight,
        waiting,
        failed,
        8,
        7.98,
        61,
        118,
        9.1,
        14,
        1590,
        lag,
        0.1,
        0.09,
        phase,
        latestEndNanos);
  }

  @Test
  void redrawsAfterTheTerminalNarrows() {
    AtomicInteger columns = new AtomicInteger(80);
    ProgressView view =
        new ProgressView(HEAD, TerminalScreen.redrawing(out, columns::get, true), false);
    view.levelStarted(0, 1, LEVEL);
    view.progress(at(1));
    columns.set(50);
    bytes.reset();
    view.progress(at(2));
    // Four lines, of which all but the last are wider than 50 columns.
    assertThat(text()).startsWith("\u001b[7A\r");
    columns.set(120);
    bytes.reset();
    view.close();
    assertThat(text()).doesNotStartWith("\u001b[7A").endsWith("A\r\u001b[J");
  }
}
