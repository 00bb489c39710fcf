package dev.goodput.telemetry.metric;

import dev.goodput.metrics.traffic.TrafficHistogram;
import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.record.ByteSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The metrics of many gateways as messages of Prometheus remote write 1.0: protobuf, not yet
/// compressed. The series are those of [PrometheusPage#ofRollups(long)] as text.
public final class RemoteWriteSeries {
  /// Series in one message, so that a message stays below 2 MB.
  private static final int MAX_SERIES = 5_000;

  private static final int TYPICAL_BYTES = 256;
  private static final int SERIES = 1 << 3 | 2;
  private static final int LABEL = 1 << 3 | 2;
  private static final int SAMPLE = 2 << 3 | 2;
  private static final int LABEL_NAME = 1 << 3 | 2;
  private static final int LABEL_VALUE = 2 << 3 | 2;
  private static final int SAMPLE_VALUE = 1 << 3 | 1;
  private static final int SAMPLE_MILLIS = 2 << 3;

  private final Map<String, String> own;
  private final long millis;
  private final List<byte[]> messages = new ArrayList<>();
  private ByteSink message = new ByteSink(TYPICAL_BYTES);
  private int series;

  private RemoteWriteSeries(Map<String, String> own, long millis) {
    this.own = own;
    this.millis = millis;
  }

  /// Returns the messages of a snapshot.
  ///
  /// @param own labels of every series, such as `job`
  /// @param millis the time of the samples, in milliseconds since 1970
  public static List<byte[]> of(TrafficSnapshot snapshot, Map<String, String> own, long millis) {
    RemoteWriteSeries all = new RemoteWriteSeries(own, millis);
    ExportInput source = new ExportInput(snapshot, null);
    for (MetricRow row : MetricCatalogue.ROWS) {
      if (row.rolledUp()) {
        MetricPoints points = row.points(source);
        points
            .numbers()
            .forEach((values, number) -> all.add(row.queryName(), all.labels(row, values), number));
        points
            .histograms()
            .forEach((values, histogram) ->
                all.add(row.queryName(), all.labels(row, values), histogram));
      }
    }
    all.end();
    return all.messages;
  }

  private SortedMap<String, String> labels(MetricRow row, List<String> values) {
    SortedMap<String, String> labels = new TreeMap<>(own);
    for (int i = 0; i < values.size(); i++) {
      labels.put(row.labels().get(i), values.get(i));
    }
    return labels;
  }

  private void add(String name, SortedMap<String, String> labels, TrafficHistogram histogram) {
    long count = 0;
    for (int i = 0; i <= histogram.edges(); i++) {
      count += histogram.bucketCount(i);
      SortedMap<String, String> bucket = new TreeMap<>(labels);
      double edge = histogram.edge(i);
      bucket.put("le", Double.isInfinite(edge) ? "+Inf" : Double.toString(edge));
      add(name + "_bucket", bucket, (double) count);
    }
    add(name + "_count", labels, (double) histogram.count());
    add(name + "_sum", labels, histogram.sum());
  }

  private void add(String name, SortedMap<String, String> labels, double value) {
    SortedMap<String, String> all = new TreeMap<>(labels);
    all.put("__name__", name);
    ByteSink one = new ByteSink(TYPICAL_BYTES);
    all.forEach((label, text) -> {
      // A label without a value is no label.
      if (!text.isEmpty()) {
        ByteSink pair = new ByteSink(TYPICAL_BYTES);
        pair.octet(LABEL_NAME);
        pair.text(label);
        pair.octet(LABEL_VALUE);
        pair.text(text);
        put(LABEL, pair, one);
      }
    });
    ByteSink sample = new ByteSink(TYPICAL_BYTES);
    sample.octet(SAMPLE_VALUE);
    long bits = Double.doubleToLongBits(value);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      sample.octet((int) (bits >>> shift));
    }
    sample.octet(SAMPLE_MILLIS);
    sample.varint(millis);
    put(SAMPLE, sample, one);
    put(SERIES, one, message);
    if (++series == MAX_SERIES) {
      end();
    }
  }

  private static void put(int tag, ByteSink part, ByteSink into) {
    into.octet(tag);
    into.block(Arrays.copyOf(part.bytes(), part.length()));
  }

  private void end() {
    if (series > 0) {
      messages.add(Arrays.copyOf(message.bytes(), message.length()));
      message = new ByteSink(message.length());
      series = 0;
    }
  }
}
