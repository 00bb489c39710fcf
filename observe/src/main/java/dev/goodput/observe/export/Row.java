package dev.goodput.observe.export;

import java.util.List;

/// One metric of ours: what it is called, what it means, and how it is read from a snapshot.
///
/// @param name without namespace and unit, for example `ttft`
/// @param kind counter, gauge or histogram
/// @param measure its unit
/// @param help its definition in a sentence
/// @param labels the names of its labels, in the order in which they are read
/// @param reader reads its points
record Row(
    String name, Kind kind, Measure measure, String help, List<String> labels, Reader reader) {
  /// What kinds there are.
  enum Kind {
    /// Only grows while the gateway runs.
    COUNTER,
    /// As it stands.
    GAUGE,
    /// Counts by value, since the gateway began.
    HISTOGRAM
  }

  /// Reads the points of a metric.
  @FunctionalInterface
  interface Reader {
    /// Tells the points what the source holds.
    void read(Source source, Points points);
  }

  Row {
    labels = List.copyOf(labels);
  }

  /// The name of the family for Prometheus, without the `_total` that counters end in.
  String prometheusName() {
    return "goodput_" + with(measure.word());
  }

  private String with(String end) {
    return end.isEmpty() || name.endsWith(end) ? name : name + "_" + end;
  }

  /// The name that queries use.
  String queryName() {
    return kind == Kind.COUNTER ? prometheusName() + "_total" : prometheusName();
  }

  /// The name in OTLP, where units stand apart; what is counted does not.
  String otlpName() {
    return "goodput." + with(measure.counted());
  }

  /// The points of a snapshot.
  Points points(Source source) {
    Points points = new Points(labels.size());
    reader.read(source, points);
    return points;
  }
}
