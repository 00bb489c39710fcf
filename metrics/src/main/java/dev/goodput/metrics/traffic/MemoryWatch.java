package dev.goodput.metrics.traffic;

import dev.goodput.record.Outcome;
import dev.goodput.record.Passage;
import dev.goodput.record.RequestRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Sees in failed answers that an engine or its GPU ran out of memory, and dates it. An engine that
/// fails many requests over it did so once, until a minute went by without one that says so.
///
/// A process that the kernel ended for its memory says nothing any more; its end shows as cut
/// streams and as a restart.
final class MemoryWatch {
  private static final long QUIET_NANOS = 60_000_000_000L;

  /// Text Generation Inference says with 424 that generating failed.
  private static final int TGI_FAILED = 424;

  private static final int MOST_UPSTREAMS = 256;

  private final Map<String, Long> lastSaid = new LinkedHashMap<>();

  /// What the end of this attempt tells; null where it is nothing new, or nothing of memory.
  @Nullable TrafficEvent look(RequestRecord request) {
    Passage passage = request.passage();
    String words = words(request.outcome());
    if (passage == null || !MemoryWords.said(words)) {
      return null;
    }
    long at = request.stamps().endedNanos();
    Long before = lastSaid.remove(passage.upstream());
    lastSaid.put(passage.upstream(), at);
    if (lastSaid.size() > MOST_UPSTREAMS) {
      lastSaid.remove(lastSaid.keySet().iterator().next());
    }
    boolean goesOn = before != null && at - before < QUIET_NANOS;
    return goesOn
        ? null
        : new TrafficEvent(at, TrafficEvent.Kind.OUT_OF_MEMORY, passage.upstream(), words);
  }

  private static String words(Outcome outcome) {
    return switch (outcome) {
      // Other refusals repeat what was asked, in anybody's words.
      case Outcome.HttpError error ->
          error.status() >= 500 || error.status() == TGI_FAILED ? error.detail() : "";
      case Outcome.ErrorEvent error -> error.detail();
      default -> "";
    };
  }
}
