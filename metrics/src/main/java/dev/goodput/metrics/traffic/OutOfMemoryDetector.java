package dev.goodput.metrics.traffic;

import dev.goodput.record.GatewayInfo;
import dev.goodput.record.Outcome;
import dev.goodput.record.RequestRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A detector of error responses that report that an engine or its GPU ran out of memory. A series
/// of such failures counts as one event until a minute passes without one.
///
/// A process that the kernel killed for its memory reports nothing; its end shows as truncated
/// streams and a restart.
final class OutOfMemoryDetector {
  private static final long QUIET_NANOS = 60_000_000_000L;

  /// The status with which Text Generation Inference reports that generation failed.
  private static final int TGI_FAILED = 424;

  private static final int MAX_UPSTREAMS = 256;

  private final Map<String, Long> lastMessage = new LinkedHashMap<>();

  /// Returns the event that this attempt's end shows; null if it is not new, or not about memory.
  @Nullable TrafficEvent inspect(RequestRecord request) {
    GatewayInfo gatewayInfo = request.passage();
    String words = words(request.outcome());
    if (gatewayInfo == null || !OutOfMemoryMessage.matches(words)) {
      return null;
    }
    long at = request.stamps().endedNanos();
    Long before = lastMessage.remove(gatewayInfo.upstream());
    lastMessage.put(gatewayInfo.upstream(), at);
    if (lastMessage.size() > MAX_UPSTREAMS) {
      lastMessage.remove(lastMessage.keySet().iterator().next());
    }
    boolean continues = before != null && at - before < QUIET_NANOS;
    return continues
        ? null
        : new TrafficEvent(at, TrafficEvent.Kind.OUT_OF_MEMORY, gatewayInfo.upstream(), words);
  }

  private static String words(Outcome outcome) {
    return switch (outcome) {
      // Other error responses repeat the request, in arbitrary words.
      case Outcome.HttpError error ->
          error.status() >= 500 || error.status() == TGI_FAILED ? error.detail() : "";
      case Outcome.ErrorEvent error -> error.detail();
      default -> "";
    };
  }
}
