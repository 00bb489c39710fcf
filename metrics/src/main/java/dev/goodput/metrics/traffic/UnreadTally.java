package dev.goodput.metrics.traffic;

import dev.goodput.record.Passage;
import dev.goodput.record.RequestRecord;
import dev.goodput.record.Stamps;
import java.util.SortedMap;
import java.util.TreeMap;

/// A collector of an [UnreadCount] for each upstream.
final class UnreadTally {
  private final SortedMap<String, Part> parts = new TreeMap<>();

  private static final class Part {
    private final WordCounts byStatusClass = new WordCounts();
    private long requests;
    private long requestBytes;
    private long answerBytes;
    private long nanos;

    private UnreadCount build() {
      return new UnreadCount(requests, byStatusClass.build(), requestBytes, answerBytes, nanos);
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
    Passage passage = request.passage();
    if (passage != null) {
      part.requestBytes += passage.requestBytes();
      part.answerBytes += passage.answerBytes();
    }
    long ended = request.stamps().endedNanos();
    part.nanos += Stamps.present(ended) ? Math.max(0, ended - request.startNanos()) : 0;
  }

  SortedMap<String, UnreadCount> build() {
    SortedMap<String, UnreadCount> built = new TreeMap<>();
    parts.forEach((upstream, part) -> built.put(upstream, part.build()));
    return built;
  }
}
