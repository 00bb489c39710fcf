package dev.goodput.export;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The table of all exported metrics; the Prometheus page, OTLP and the documentation are made from
/// it.
final class MetricCatalogue {
  /// The metrics, in output order.
  static final List<MetricRow> ROWS =
      Stream.of(
              LatencyRows.all(),
              SeriesRows.all(),
              SloRows.all(),
              UpstreamRows.all(),
              WindowRows.all(),
              StateRows.all(),
              EngineRows.all(),
              ExportRows.all())
          .flatMap(List::stream)
          .toList();

  private MetricCatalogue() {}

  /// Returns the table for the documentation, in Markdown.
  static String markdown() {
    StringBuilder text = new StringBuilder("| name | type | unit | labels | what |\n");
    text.append("|---|---|---|---|---|\n");
    for (MetricRow row : ROWS) {
      text.append(
          "| `%s` | %s | %s | %s | %s |\n"
              .formatted(
                  row.queryName(),
                  row.kind().name().toLowerCase(Locale.ROOT),
                  row.measure().ucum(),
                  labels(row),
                  row.help()));
    }
    return text.toString();
  }

  private static String labels(MetricRow row) {
    List<String> own = row.labels();
    if (own.size() >= SeriesRows.LABELS.size()
        && own.subList(0, SeriesRows.LABELS.size()).equals(SeriesRows.LABELS)) {
      String more = String.join("`, `", own.subList(SeriesRows.LABELS.size(), own.size()));
      return more.isEmpty() ? "*series*" : "*series*, `" + more + "`";
    }
    return own.isEmpty() ? "" : "`" + String.join("`, `", own) + "`";
  }
}
