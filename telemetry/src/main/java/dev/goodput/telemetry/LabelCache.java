package dev.goodput.telemetry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.record.ByteSource;
import java.util.HashMap;
import java.util.Map;

/// The labels of earlier events by their encoded bytes, because most events repeat the labels of
/// others. Not safe for several threads.
public final class LabelCache {
  private static final int LARGEST = 10_000;
  private static final int LABELS = 5;

  private final Map<String, TrafficLabels> known = new HashMap<>();

  /// Creates an empty cache.
  public LabelCache() {}

  TrafficLabels read(ByteSource source) {
    String code = source.undecoded(LABELS);
    TrafficLabels labels = known.get(code);
    if (labels == null) {
      byte[] bytes = code.getBytes(ISO_8859_1);
      labels = decoded(new ByteSource(bytes, bytes.length));
      if (known.size() == LARGEST) {
        known.clear();
      }
      known.put(code, labels);
    }
    return labels;
  }

  private static TrafficLabels decoded(ByteSource source) {
    String tenant = EventCodec.name(source);
    String model = EventCodec.name(source);
    return new TrafficLabels(
        model, tenant, EventCodec.name(source), EventCodec.name(source), EventCodec.name(source));
  }
}
