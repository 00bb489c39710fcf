package dev.goodput.report.terminal;

import dev.goodput.metrics.result.RepeatedLatency;
import dev.goodput.metrics.result.Repeats;
import dev.goodput.report.words.LineWrap;
import dev.goodput.report.words.RepeatText;
import java.util.ArrayList;
import java.util.List;

/// What repeated runs come to together: one row per latency, percentiles with the interval between
/// the runs.
final class RepeatedRunsSection {
  private static final int NAME = 6;
  private static final List<Double> SHARES = List.of(.5, .95, .99);

  private final Repeats repeats;
  private final AnsiColors paint;
  private final int columns;

  RepeatedRunsSection(Repeats repeats, AnsiColors paint, int columns) {
    this.repeats = repeats;
    this.paint = paint;
    this.columns = columns;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    LineWrap.lines(RepeatText.title(repeats), columns - 2)
        .forEach(line -> lines.add(" " + paint.bold(line)));
    if (repeats.latencies().isEmpty()) {
      return lines;
    }
    int cell = (columns - NAME) / SHARES.size();
    StringBuilder header = new StringBuilder(" ".repeat(NAME));
    SHARES.forEach(share -> header.append(Columns.right(RepeatText.name(share), cell)));
    lines.add(paint.faint(header.toString()));
    for (RepeatedLatency latency : repeats.latencies()) {
      StringBuilder line =
          new StringBuilder(" " + Columns.left(latency.latency().name(), NAME - 1));
      for (double share : SHARES) {
        String figure = latency.percentile(share).map(RepeatText::figure).orElse("–");
        line.append(Columns.right(figure, cell));
      }
      lines.add(line.toString());
    }
    return lines;
  }
}
