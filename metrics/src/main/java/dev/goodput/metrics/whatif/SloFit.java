package dev.goodput.metrics.whatif;

import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import java.util.List;
import java.util.OptionalLong;

/// Whether an even stream keeps an SLO. Where nothing varies every percentile is the value itself.
///
/// @param slo the objective
/// @param missed its bounds that are not kept, in its order
public record SloFit(Slo slo, List<Bound> missed) {
  /// Copies the bounds.
  public SloFit {
    missed = List.copyOf(missed);
  }

  /// Whether all its bounds are kept; those that do not apply are.
  public boolean met() {
    return missed.isEmpty();
  }

  /// Holds an answer against an SLO.
  ///
  /// @param tokens of the answer, at least 1
  public static SloFit of(Slo slo, EvenStream stream, int tokens, Reader reader) {
    return new SloFit(
        slo,
        slo.bounds().stream()
            .filter(bound ->
                nanos(bound.metric(), stream, tokens, reader).stream()
                    .anyMatch(nanos -> nanos > bound.thresholdNanos()))
            .toList());
  }

  /// The value of a metric, empty where it does not apply: an answer of one token has no gap.
  public static OptionalLong nanos(
      LatencyMetric metric, EvenStream stream, int tokens, Reader reader) {
    return switch (metric) {
      case TTFT, FIRST_BYTE, FIRST_ANSWER -> OptionalLong.of(stream.ttftNanos());
      case TPOT, ITL, CHUNK_GAP ->
          tokens < 2 ? OptionalLong.empty() : OptionalLong.of(stream.tpotNanos());
      case E2EL -> OptionalLong.of(stream.e2el().nanos(tokens));
      case GENERATION_TIME -> OptionalLong.of(stream.e2el().nanos(tokens) - stream.ttftNanos());
      case STALL -> OptionalLong.of(tokens < 2 ? 0 : stream.stallNanos(reader));
      case GATEWAY_WAIT, HEADERS_WAIT, SERVICE_TTFT, FORWARD_DELAY -> OptionalLong.empty();
      case PROMPT_TOKENS, OUTPUT_TOKENS -> OptionalLong.empty();
    };
  }
}
