package dev.goodput.telemetry.metric;

import dev.goodput.metrics.server.MetricUnit;
import java.util.List;

/// One exported metric: its name, its meaning, and how to read it from a snapshot.
///
/// @param name without namespace and unit, for example `ttft`
/// @param kind counter, gauge or histogram
/// @param measure its unit
/// @param help its definition in one sentence
/// @param labels label names, in the order in which they are read
/// @param reader reads its points
/// @param rolledUp whether roll-ups of many gateways hold it
///   ([dev.goodput.telemetry.RollupCounters]), though not its upstreams
public record MetricRow(
    String name,
    Kind kind,
    MetricUnit measure,
    String help,
    List<String> labels,
    Reader reader,
    boolean rolledUp) {
  /// The kinds of metrics.
  public enum Kind {
    /// A value that only grows while the gateway runs.
    COUNTER,
    /// A current value.
    GAUGE,
    /// Counts by value, since the gateway started.
    HISTOGRAM
  }

  /// A reader of a metric's points.
  @FunctionalInterface
  public interface Reader {
    /// Adds the source's values to the points.
    void read(ExportInput source, MetricPoints points);
  }

  /// Copies the list.
  public MetricRow {
    labels = List.copyOf(labels);
  }

  MetricRow(
      String name, Kind kind, MetricUnit measure, String help, List<String> labels, Reader reader) {
    this(name, kind, measure, help, labels, reader, false);
  }

  /// Returns the metric as one that roll-ups hold.
  MetricRow inRollups() {
    return new MetricRow(name, kind, measure, help, labels, reader, true);
  }

  /// Returns the Prometheus family name, without the `_total` suffix of counters.
  public String prometheusName() {
    return "goodput_" + with(measure.suffix());
  }

  private String with(String end) {
    return end.isEmpty() || name.endsWith(end) ? name : name + "_" + end;
  }

  /// Returns the name that queries use.
  public String queryName() {
    return kind == Kind.COUNTER ? prometheusName() + "_total" : prometheusName();
  }

  /// Returns the OTLP name: it omits the unit, but not what is counted.
  public String otlpName() {
    return "goodput." + with(measure.counted());
  }

  /// Returns the metric's points in a snapshot.
  public MetricPoints points(ExportInput source) {
    MetricPoints points = new MetricPoints(labels.size());
    reader.read(source, points);
    return points;
  }
}
