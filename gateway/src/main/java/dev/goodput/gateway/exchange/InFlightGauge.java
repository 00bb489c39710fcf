package dev.goodput.gateway.exchange;

import dev.goodput.metrics.traffic.InFlight;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// The number of exchanges at each upstream; for any thread.
final class InFlightGauge {
  private final Map<String, UpstreamCount> byUpstream = new ConcurrentHashMap<>();
  private final AtomicInteger total = new AtomicInteger();

  /// The progress of an exchange.
  enum Stage {
    /// No first token has arrived.
    AWAITING,
    /// The response is streaming.
    STREAMING,
    /// The end event has arrived, though bytes may still be on their way to the client.
    COMPLETE
  }

  /// The exchanges at one upstream.
  final class UpstreamCount {
    private final Map<Stage, AtomicInteger> byStage = new EnumMap<>(Stage.class);

    private UpstreamCount() {
      for (Stage stage : Stage.values()) {
        byStage.put(stage, new AtomicInteger());
      }
    }

    private AtomicInteger at(Stage stage) {
      return Objects.requireNonNull(byStage.get(stage));
    }

    void enters() {
      total.incrementAndGet();
      at(Stage.AWAITING).incrementAndGet();
    }

    void moves(Stage from, Stage to) {
      at(to).incrementAndGet();
      at(from).decrementAndGet();
    }

    void leaves(Stage from) {
      total.decrementAndGet();
      at(from).decrementAndGet();
    }
  }

  UpstreamCount of(String upstream) {
    return byUpstream.computeIfAbsent(upstream, _ -> new UpstreamCount());
  }

  /// Returns the number of exchanges at all upstreams together.
  int total() {
    return total.get();
  }

  List<InFlight> now() {
    return byUpstream.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(each -> count(each.getKey(), each.getValue()))
        .toList();
  }

  private static InFlight count(String upstream, UpstreamCount inFlight) {
    int streaming = inFlight.at(Stage.STREAMING).get();
    int awaiting = inFlight.at(Stage.AWAITING).get();
    int all = awaiting + streaming + inFlight.at(Stage.COMPLETE).get();
    return new InFlight(upstream, all, awaiting, streaming);
  }
}
