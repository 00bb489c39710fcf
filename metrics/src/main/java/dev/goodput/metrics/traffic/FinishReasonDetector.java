package dev.goodput.metrics.traffic;

import dev.goodput.record.FinishReason;
import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// A detector of undocumented finish reasons in successful responses; it reports each word once.
final class FinishReasonDetector {
  /// A server that invents words must not fill the event list.
  private static final int MAX_WORDS = 5;

  private final Set<String> named = new HashSet<>();

  /// Returns an event if this attempt ended with an undocumented word that is new.
  Optional<TrafficEvent> inspect(RequestRecord request) {
    if (!(request.outcome() instanceof Outcome.Ok(String word)) || FinishReason.documented(word)) {
      return Optional.empty();
    }
    String shown = FinishReason.shown(word);
    if (named.size() == MAX_WORDS || !named.add(shown)) {
      return Optional.empty();
    }
    GatewayInfo gatewayInfo = request.passage();
    return Optional.of(
        new TrafficEvent(
            request.stamps().endedNanos(),
            TrafficEvent.Kind.FINISH_REASON,
            gatewayInfo == null ? "" : gatewayInfo.upstream(),
            "\"%s\" is a finish reason that no API documents; such answers count as successful"
                .formatted(shown)));
  }
}
