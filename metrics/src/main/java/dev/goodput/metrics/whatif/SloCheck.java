package dev.goodput.metrics.whatif;

import dev.goodput.metrics.slo.Bound;
import dev.goodput.metrics.slo.Slo;
import dev.goodput.metrics.stream.LatencyMetric;
import java.util.List;
import java.util.OptionalLong;

/// The result of checking an even stream against an SLO. Without variance, every percentile equals
/// the value itself.
///
/// @param slo the objective
/// @param missed its missed bounds, in its order
public record SloCheck(Slo slo, List<Bound> missed) {
  /// Copies the bounds.
  public SloCheck {
    missed = List.copyOf(missed);
  }

  /// Returns whether all bounds hold; a bound that does not apply holds.
  public boolean met() {
    return missed.isEmpty();
  }

  /// Checks a response against an SLO.
  ///
  /// @param tokens length of the response, at least 1
  public static SloCheck of(Slo slo, EvenStream stream, int tokens, Reader reader) {
    return new SloCheck(
        slo,
        slo.bounds().stream()
            .filter(bound ->
                nanos(bound.metric(), stream, tokens, reader).stream()
                    .anyMatch(nanos -> nanos > bound.thresholdNanos()))
            .toList());
  }

  /// Returns the value of a metric; empty if it does not apply: a response of one token has no gap.
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
