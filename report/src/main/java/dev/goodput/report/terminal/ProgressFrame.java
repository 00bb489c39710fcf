package dev.goodput.report.terminal;

import dev.goodput.metrics.live.Progress;
import dev.goodput.report.model.Severity;
import dev.goodput.report.terminal.ProgressView.ProgressHead;
import dev.goodput.report.words.ClientText;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.LevelFigures;
import dev.goodput.report.words.TextLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// One picture of a running level: the lines of the block, or all of it in one plain line.
///
/// @param head what stays the same
/// @param load the level's load by name
/// @param closed whether its users come back when they are answered, so that there is no schedule
/// @param progress the current progress
record ProgressFrame(ProgressHead head, String load, boolean closed, Progress progress) {
  private static final int BAR_MOST = 48;

  /// The run's verdict is another: this is of the last second alone.
  private static final String CLIENT = "client, last second: ";

  private static final double FINE_MILLIS = 1;
  private static final double LATE_MILLIS = 5;

  /// The block: four lines at 80 columns, one more of long names and one of a client that is late;
  /// never wider.
  List<String> block(int columns, AnsiColors paint) {
    List<String> lines = new ArrayList<>(title(columns, paint));
    lines.add(position(columns, paint));
    TextLayout.pack(figures(), "   ", columns - 1).forEach(line -> lines.add(" " + line));
    if (severity() != Severity.GOOD) {
      lines.add(" " + client(columns - 1, paint));
    }
    if (!waiting().isEmpty()) {
      List<String> ways = List.of(waiting(), waiting().replace(" (--timeout)", ""), brief());
      lines.add(" " + paint.severity(Severity.WARN, TextLayout.fitting(ways, columns - 1)));
    }
    return lines;
  }

  /// All of it in one line, for a log.
  String line() {
    List<String> parts = new ArrayList<>();
    parts.add(clock(progress.elapsedNanos()) + of());
    parts.addAll(counts());
    parts.addAll(figures());
    if (severity() != Severity.GOOD) {
      parts.add(CLIENT + clientState());
    }
    return String.join("   ", parts);
  }

  /// What a level waits for to which no more users come, and until when; empty while they come.
  String waiting() {
    long latest = progress.latestEndNanos();
    int left = progress.inFlight();
    return switch (progress.phase()) {
      case RUNNING -> "";
      case LAST_RESPONSES ->
          "waiting for the last "
              + (left == 1 ? "request" : requests(left))
              + (latest < 0 ? "" : ", until " + clock(latest) + " of the run (--timeout)")
              + "; Ctrl-C to cut short";
      case DRAINING ->
          "draining "
              + requests(left)
              + (latest < 0 ? "" : " for at most " + secondsTo(latest) + " s")
              + ", press Ctrl-C again to stop now";
    };
  }

  private String brief() {
    return waiting().replaceAll(",[^,;]*(?=[,;])| for at most \\d+ s", "");
  }

  private static String requests(int count) {
    return Figures.counted(count, "request");
  }

  private long secondsTo(long nanos) {
    return Math.max(0, Math.ceilDiv(nanos - progress.elapsedNanos(), 1_000_000_000L));
  }

  private String of() {
    if (progress.remainingNanos() > 0) {
      return " of " + clock(progress.elapsedNanos() + progress.remainingNanos());
    }
    return progress.planned() < 0 ? "" : " of " + Figures.counted(progress.planned(), "request");
  }

  /// Command and load, between them what is measured; on lines of its own where it does not fit.
  private List<String> title(int columns, AnsiColors paint) {
    String level =
        progress.levels() > 1 && head.command().equals("bench")
            ? " (" + (progress.level() + 1) + " of " + progress.levels() + ")"
            : "";
    String name = "goodput " + head.command();
    List<String> measured = head.measured();
    String rest = "  " + String.join("  ", measured);
    String first = load.split(", ", 2)[0];
    String end =
        TextLayout.fitting(
            List.of("   " + load + level, "   " + first + level, "   " + first),
            columns - name.length());
    if (name.length() + rest.length() + end.length() <= columns) {
      return List.of(paint.bold(name) + rest + end);
    }
    List<String> lines = new ArrayList<>(List.of(paint.bold(name) + end));
    TextLayout.pack(measured, "  ", columns - 1)
        .forEach(line -> lines.add(" " + TextLayout.cut(line, columns - 1)));
    return lines;
  }

  private String position(int columns, AnsiColors paint) {
    List<String> ways = ways(counts());
    String counts = ways.getFirst();
    String begin = " " + clock(progress.elapsedNanos()) + " ";
    double share = share();
    if (share < 0) {
      return begin + TextLayout.fitting(ways, columns - begin.length());
    }
    String end =
        progress.remainingNanos() >= 0
            ? " " + clock(progress.elapsedNanos() + progress.remainingNanos())
            : " " + Figures.count(progress.planned());
    int room = Math.min(BAR_MOST, columns - begin.length() - end.length() - counts.length());
    if (room < 8) {
      String whole = begin.stripTrailing() + of();
      String at = whole.length() + ways.get(1).length() <= columns ? whole : begin.stripTrailing();
      return at + TextLayout.fitting(ways, columns - at.length());
    }
    int done = (int) Math.round(share * room);
    return begin
        + paint.accent("━".repeat(done))
        + paint.faint("─".repeat(room - done))
        + end
        + counts;
  }

  // What is least missed goes first: the kinds of failures, then how many are done.
  private static List<String> ways(List<String> counts) {
    List<String> plain = new ArrayList<>(counts);
    plain.add(plain.removeLast().replaceFirst(" \\(.*", ""));
    return List.of(
        "   " + String.join("   ", counts),
        "   " + String.join("   ", plain),
        "   " + String.join("   ", plain.subList(1, plain.size())),
        "   " + plain.getLast());
  }

  // -1 if the total is unknown.
  private double share() {
    if (progress.remainingNanos() >= 0) {
      double whole = (double) progress.elapsedNanos() + progress.remainingNanos();
      return whole <= 0 ? 1 : Math.min(1, progress.elapsedNanos() / whole);
    }
    return progress.planned() <= 0
        ? -1
        : Math.min(1, (double) progress.done() / progress.planned());
  }

  private List<String> counts() {
    List<String> counts = new ArrayList<>();
    counts.add(Figures.count(progress.done()) + " done");
    counts.addAll(LevelFigures.inFlight(progress.inFlight(), progress.waiting()));
    long failed = progress.failed().values().stream().mapToLong(Long::longValue).sum();
    String kinds =
        progress.failed().entrySet().stream()
            .map(entry -> Figures.count(entry.getValue()) + " " + entry.getKey())
            .collect(Collectors.joining(", "));
    counts.add(Figures.count(failed) + " failed" + (failed == 0 ? "" : " (" + kinds + ")"));
    return counts;
  }

  private List<String> figures() {
    List<String> figures = new ArrayList<>();
    figures.add(
        "TTFT " + pair(progress.ttftP50Millis(), progress.ttftP95Millis()) + " (p50 / p95)");
    figures.add("ITL " + pair(progress.itlP50Millis(), progress.itlP95Millis()));
    figures.add("output " + figure(progress.outputTps()) + " tok/s");
    String actual = figure(progress.achievedRate()) + "/s";
    figures.add(
        Double.isNaN(progress.targetRate())
            ? actual + " sent"
            : "target %s/s, actual %s (%s)"
                .formatted(figure(progress.targetRate()), actual, load.split(" ", 2)[0]));
    return figures;
  }

  private static String pair(double p50, double p95) {
    if (Double.isNaN(p50) || Double.isNaN(p95)) {
      return "–";
    }
    return Figures.both(Figures.duration(p50), " / ", Figures.duration(p95));
  }

  private static String figure(double value) {
    return Double.isNaN(value) ? "–" : Figures.number(value);
  }

  private String client(int columns, AnsiColors paint) {
    List<String> parts = new ArrayList<>();
    if (!closed) {
      parts.add("schedule lag " + lag(progress.scheduleLagMillis()));
    }
    parts.add(ClientText.loopLag(closed) + " " + lag(progress.loopLagMillis()));
    if (!Double.isNaN(progress.cpuShare())) {
      parts.add("CPU " + Math.round(progress.cpuShare() * 100) + " %");
    }
    String state = CLIENT + clientState();
    List<String> ways = new ArrayList<>();
    for (int kept = parts.size(); kept >= 0; kept--) {
      ways.add(parts.stream().limit(kept).map("   "::concat).collect(Collectors.joining()));
    }
    return paint.severity(severity(), state)
        + TextLayout.fitting(ways, Math.max(0, columns - state.length()));
  }

  private static String lag(double millis) {
    return Double.isNaN(millis) ? "–" : Figures.duration(millis);
  }

  private String clientState() {
    return switch (severity()) {
      case GOOD, PLAIN, OPEN -> "fine";
      case WARN -> "late at times";
      case BAD -> "too slow";
    };
  }

  private Severity severity() {
    double worst = Math.max(orZero(progress.scheduleLagMillis()), orZero(progress.loopLagMillis()));
    if (worst <= FINE_MILLIS) {
      return Severity.GOOD;
    }
    return worst <= LATE_MILLIS ? Severity.WARN : Severity.BAD;
  }

  private static double orZero(double value) {
    return Double.isNaN(value) ? 0 : value;
  }

  static String clock(long nanos) {
    long seconds = nanos / 1_000_000_000;
    return seconds < 3600
        ? String.format(Locale.ROOT, "%02d:%02d", seconds / 60, seconds % 60)
        : String.format(
            Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }
}
