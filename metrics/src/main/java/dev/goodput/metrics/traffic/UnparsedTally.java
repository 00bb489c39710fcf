package dev.goodput.metrics.traffic;

import dev.goodput.metrics.tally.WordCounts;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.SortedMap;
import java.util.TreeMap;

/// A collector of an [UnparsedCount] for each upstream.
final class UnparsedTally {
  private final SortedMap<String, Part> parts = new TreeMap<>();

  private static final class Part {
    private final WordCounts byStatusClass = new WordCounts();
    private long requests;
    private long requestBytes;
    private long answerBytes;
    private long nanos;

    private UnparsedCount build() {
      return new UnparsedCount(requests, byStatusClass.build(), requestBytes, answerBytes, nanos);
    }
  }

  /// Adds an attempt, if it is the last one.
  ///
  /// @param upstream the upstream's label
  /// @param status status of the response to the client, 0 for none
  void add(RequestRecord request, String upstream, int status) {
    if (!request.last()) {
      return;
    }
    Part part = parts.computeIfAbsent(upstream, any -> new Part());
    part.requests++;
    part.byStatusClass.add(Tally.statusClass(status), 1);
    GatewayInfo gatewayInfo = request.passage();
    if (gatewayInfo != null) {
      part.requestBytes += gatewayInfo.requestBytes();
      part.answerBytes += gatewayInfo.answerBytes();
    }
    long ended = request.stamps().endedNanos();
    part.nanos += Stamps.present(ended) ? Math.max(0, ended - request.startNanos()) : 0;
  }

  SortedMap<String, UnparsedCount> build() {
    SortedMap<String, UnparsedCount> built = new TreeMap<>();
    parts.forEach((upstream, part) -> built.put(upstream, part.build()));
    return built;
  }
}
