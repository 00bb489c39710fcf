package dev.goodput.monitor.gateway;

import dev.goodput.metrics.distribution.Distribution;
import dev.goodput.report.words.Figures;
import dev.goodput.report.words.SafeText;
import dev.goodput.report.words.TextLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The status of a gateway at one point in time, as text for a terminal or a log.
///
/// @param head the header lines: the listen address and the upstreams
/// @param health the traffic summary
/// @param upSeconds the time since the gateway started
record GatewayStatusText(List<String> head, TrafficSummary health, long upSeconds) {
  private static final String INDENT = "   ";

  /// Returns the status as a block. Lines of figures are cut to the terminal width, problems are
  /// wrapped.
  List<String> lines(int columns) {
    int width = Math.max(INDENT.length() + 1, columns - 1);
    List<String> lines = new ArrayList<>(head);
    lines.add(" " + counts());
    minute().forEach(line -> lines.add(" " + line));
    lines.replaceAll(line -> line.length() <= width ? line : line.substring(0, width - 1) + "…");
    for (String trouble : problems()) {
      List<String> wrapped = TextLayout.lines(trouble, width - INDENT.length());
      lines.add(" " + wrapped.removeFirst());
      wrapped.forEach(line -> lines.add(INDENT + line));
    }
    return lines;
  }

  /// Returns all figures and problems in one line.
  String line() {
    List<String> parts = new ArrayList<>(List.of(counts()));
    parts.addAll(minute());
    parts.addAll(problems());
    return String.join("   ", parts);
  }

  private List<String> problems() {
    return health.problems().stream().map(trouble -> "✘ " + SafeText.text(trouble)).toList();
  }

  private String counts() {
    return String.format(
        Locale.ROOT,
        "%02d:%02d:%02d   %s   %s in flight   %s failed   %s cancelled",
        upSeconds / 3600,
        upSeconds / 60 % 60,
        upSeconds % 60,
        Figures.counted(health.requests(), "request"),
        Figures.count(health.inFlight()),
        Figures.count(health.failed()),
        Figures.count(health.left()));
  }

  private List<String> minute() {
    boolean silent = health.outputTps() == null || health.outputTps() == 0;
    if (health.ttft() == null && health.goodShare() == null && silent) {
      return List.of("no successful requests in the last minute");
    }
    List<String> shares = new ArrayList<>(List.of("last minute"));
    if (health.goodShare() != null) {
      shares.add("good " + Figures.share(health.goodShare()));
    }
    if (health.outputTps() != null) {
      shares.add("output " + Figures.number(health.outputTps()) + " tok/s");
    }
    return List.of(
        String.join("   ", shares),
        "p50 / p95     TTFT " + pair(health.ttft()) + "   ITL " + pair(health.itl()));
  }

  /// Shows p50 and p95. With too few requests for p95, it shows the maximum and labels it so.
  private static String pair(@Nullable Distribution latency) {
    if (latency == null || latency.max() == null) {
      return "–";
    }
    String top = (latency.p95() == null ? "max " : "") + Figures.duration(latency.p95OrMax());
    return latency.p50() == null ? top : Figures.duration(latency.p50()) + " / " + top;
  }
}
