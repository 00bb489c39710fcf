package dev.goodput.report.page;

import dev.goodput.metrics.server.EngineMetric;
import dev.goodput.observe.LevelMetrics.Point;
import dev.goodput.report.model.JsonObject;
import dev.goodput.report.server.ServerLevel;
import dev.goodput.report.words.ServerText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the page draws of the servers' own metrics, in seconds since the level began. A scrape that
/// was missed is a gap. Of a long level only every n-th scrape is drawn.
final class ServerData {
  private static final int MAX = 300;

  private final ServerLevel server;
  private final List<JsonObject> charts = new ArrayList<>();

  private record Line(EngineMetric sign, String name) {}

  private ServerData(ServerLevel server) {
    this.server = server;
  }

  /// Null where there is nothing to draw.
  static @Nullable JsonObject of(ServerLevel server) {
    ServerData data = new ServerData(server);
    Line running = new Line(EngineMetric.RUNNING, "running");
    Line waiting = new Line(EngineMetric.WAITING, "waiting");
    data.chart(
        "Requests at the server",
        "as its metrics page reports, read each second",
        "requests",
        "rate",
        running,
        waiting);
    data.chart(
        "KV cache in use",
        "share of all blocks",
        "% of the cache",
        "share",
        new Line(EngineMetric.KV_CACHE_USAGE, "in use"));
    Line preemptions = new Line(EngineMetric.PREEMPTIONS, "preemptions");
    if (server.trace(EngineMetric.PREEMPTIONS).stream().anyMatch(point -> point.value() > 0)) {
      data.chart("Preemptions", "counted from the start", "running total", "count", preemptions);
    }
    data.chart(
        "GPU at work",
        "share of the time",
        "% of the time",
        "share",
        new Line(EngineMetric.GPU_UTILIZATION, "at work"));
    data.chart("GPU power", "of all GPUs", "W", "rate", new Line(EngineMetric.GPU_POWER, "watts"));
    return data.charts.isEmpty()
        ? null
        : new JsonObject()
            .text("lead", String.join(" · ", ServerText.parts(server)))
            .objects("charts", data.charts);
  }

  private void chart(String title, String note, String unit, String format, Line... lines) {
    List<Line> known =
        Arrays.stream(lines).filter(line -> !server.trace(line.sign()).isEmpty()).toList();
    if (known.isEmpty()) {
      return;
    }
    SortedMap<Long, Double[]> rows = rows(known);
    long begin = server.level().window().runBeginNanos();
    List<JsonObject> series = new ArrayList<>();
    for (int i = 0; i < known.size(); i++) {
      int column = i;
      series.add(
          new JsonObject()
              .text("name", known.get(i).name())
              .series(
                  "values",
                  rows.values().stream()
                      .map(row -> RoundedNumbers.significantOrNull(row[column]))));
    }
    charts.add(
        new JsonObject()
            .text("title", title)
            .text("note", note)
            .text("y", unit)
            .text("format", format)
            .series("seconds", rows.keySet().stream().map(at -> RoundedNumbers.seconds(at - begin)))
            .objects("series", series));
  }

  private SortedMap<Long, Double[]> rows(List<Line> lines) {
    SortedMap<Long, Double[]> rows = new TreeMap<>();
    for (int i = 0; i < lines.size(); i++) {
      for (Point point : server.trace(lines.get(i).sign())) {
        rows.computeIfAbsent(point.atNanos(), _ -> new Double[lines.size()])[i] = point.value();
      }
    }
    int step = Math.ceilDiv(rows.size(), MAX);
    List<Long> times = List.copyOf(rows.keySet());
    for (int i = 0; i < times.size(); i++) {
      if (i % step != 0) {
        rows.remove(times.get(i));
      }
    }
    return rows;
  }
}
