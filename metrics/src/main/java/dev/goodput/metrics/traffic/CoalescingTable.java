package dev.goodput.metrics.traffic;

import dev.goodput.metrics.stream.ChunkTable;
import dev.goodput.record.GatewayInfo;
import java.util.SortedMap;
import java.util.TreeMap;

/// A coalescing detector for each upstream, covering every hop between it and the gateway.
final class CoalescingTable {
  private final SortedMap<String, CoalescingDetector> byUpstream = new TreeMap<>();

  /// @param upstream the upstream's label
  void add(RecordEvaluation evaluation, String upstream) {
    ChunkTable chunks = evaluation.view().chunks();
    if (chunks.count() == 0) {
      return;
    }
    byUpstream
        .computeIfAbsent(upstream, any -> new CoalescingDetector())
        .add(evaluation.times().startNanos(), chunks, bytesPerEvent(evaluation, chunks));
  }

  private static double bytesPerEvent(RecordEvaluation evaluation, ChunkTable chunks) {
    GatewayInfo gatewayInfo = evaluation.request().passage();
    return gatewayInfo == null || gatewayInfo.answerBytes() <= 0
        ? Double.NaN
        : (double) gatewayInfo.answerBytes() / chunks.count();
  }

  SortedMap<String, Coalescing> verdicts() {
    SortedMap<String, Coalescing> verdicts = new TreeMap<>();
    byUpstream.forEach((upstream, detector) -> verdicts.put(upstream, detector.verdict()));
    return verdicts;
  }
}
