package dev.goodput.telemetry;

import dev.goodput.metrics.stream.LatencyMetric;
import dev.goodput.metrics.traffic.TrafficLabels;
import dev.goodput.record.Stamps;
import org.jspecify.annotations.Nullable;

/// One attempt at one request as a wide event: whose it was, when it ended, its latencies, tokens,
/// outcome, cost and SLO verdict. It contains no text of prompts or answers.
///
/// Latencies are in nanoseconds, [Stamps#ABSENT] if undefined, with the definitions of
/// `RequestTimes`.
///
/// @param source its origin
/// @param labels its model, tenant, route, upstream and SLO class; `""` if unknown
/// @param session the session; `""` if unknown
/// @param endedMicros the event time: when it ended, in microseconds since 1970 (UTC)
/// @param residenceNanos from the start, from which latencies count, to the end
/// @param ttftNanos time to first token
/// @param generationNanos first token to last token
/// @param e2elNanos end-to-end latency
/// @param tokens token counts
/// @param result how it ended
/// @param costNanos cost of its tokens in billionths of the currency; -1 without a price
/// @param verdict the SLO's verdict; null if no SLO applies
/// @param waitEnded how its wait for the first token ended without one; null if a token came, if no
///   stream was requested, and after other failures
/// @param reading how its stream read; null if it is not `ok` or was not streamed, and for events
///   of format versions before 1.2
public record RequestEvent(
    EventSource source,
    TrafficLabels labels,
    String session,
    long endedMicros,
    long residenceNanos,
    long ttftNanos,
    long generationNanos,
    long e2elNanos,
    EventTokens tokens,
    EventResult result,
    long costNanos,
    @Nullable EventVerdict verdict,
    @Nullable EventWait waitEnded,
    @Nullable EventReading reading) {

  /// Returns the event with other labels.
  public RequestEvent withLabels(TrafficLabels other) {
    return new RequestEvent(
        source,
        other,
        session,
        endedMicros,
        residenceNanos,
        ttftNanos,
        generationNanos,
        e2elNanos,
        tokens,
        result,
        costNanos,
        verdict,
        waitEnded,
        reading);
  }

  /// Returns the event time in milliseconds since 1970 (UTC).
  public long endedMillis() {
    return Math.floorDiv(endedMicros, 1000L);
  }

  /// Returns the time per output token, generation time ÷ (N − 1); NaN if `N < 2` or nothing was
  /// streamed.
  public double tpotNanos() {
    return tokens.streamed() < 2 || !Stamps.present(generationNanos)
        ? Double.NaN
        : (double) generationNanos / (tokens.streamed() - 1);
  }

  /// Returns TTFT, TPOT, E2EL or the longest stall in nanoseconds; NaN if it is undefined.
  ///
  /// @throws IllegalArgumentException for other metrics, which an event does not have
  public double latency(LatencyMetric metric) {
    return switch (metric) {
      case TTFT -> defined(ttftNanos);
      case TPOT -> tpotNanos();
      case E2EL -> defined(e2elNanos);
      case STALL -> reading == null ? Double.NaN : reading.longestStallNanos();
      default -> throw new IllegalArgumentException("an event has no " + metric.key());
    };
  }

  private static double defined(long nanos) {
    return Stamps.present(nanos) ? nanos : Double.NaN;
  }
}
