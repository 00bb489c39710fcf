package dev.goodput.report.live;

import dev.goodput.metrics.traffic.TrafficSnapshot;
import dev.goodput.observe.EngineStateTracker;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a live document is made of.
///
/// @param traffic the traffic at a moment
/// @param engines what the upstreams say of themselves, on the traffic's axis; null where no page
///   of theirs is read
/// @param gateway the rest
public record LiveInput(
    TrafficSnapshot traffic, @Nullable EngineStateTracker engines, GatewayFacts gateway) {
  /// The wall-clock moment of a stamp.
  Instant at(long nanos) {
    return gateway.origin().plusNanos(nanos);
  }

  /// The same in whole seconds since 1970, as points of trends are told.
  long second(long nanos) {
    return at(nanos).getEpochSecond();
  }
}
