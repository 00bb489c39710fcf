package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.ChunkTable;
import dev.goodput.record.Passage;
import java.util.SortedMap;
import java.util.TreeMap;

/// A coalescing detector for each upstream, covering every hop between it and the gateway.
final class HopTable {
  private final SortedMap<String, CoalescingDetector> byUpstream = new TreeMap<>();

  /// @param upstream the upstream's label
  void add(Observation observed, String upstream) {
    ChunkTable chunks = observed.view().chunks();
    if (chunks.count() == 0) {
      return;
    }
    byUpstream
        .computeIfAbsent(upstream, any -> new CoalescingDetector())
        .add(observed.times().startNanos(), chunks, bytesPerEvent(observed, chunks));
  }

  private static double bytesPerEvent(Observation observed, ChunkTable chunks) {
    Passage passage = observed.request().passage();
    return passage == null || passage.answerBytes() <= 0
        ? Double.NaN
        : (double) passage.answerBytes() / chunks.count();
  }

  SortedMap<String, Coalescing> verdicts() {
    SortedMap<String, Coalescing> verdicts = new TreeMap<>();
    byUpstream.forEach((upstream, detector) -> verdicts.put(upstream, detector.verdict()));
    return verdicts;
  }
}
