package dev.goodput.gateway.exchange;

import dev.goodput.metrics.traffic.InFlight;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// How many exchanges are at each upstream; from any thread.
final class Crowds {
  private final Map<String, Crowd> byUpstream = new ConcurrentHashMap<>();
  private final AtomicInteger total = new AtomicInteger();

  /// The exchanges at one upstream.
  final class Crowd {
    private final AtomicInteger all = new AtomicInteger();
    private final AtomicInteger streaming = new AtomicInteger();

    void enters() {
      total.incrementAndGet();
      all.incrementAndGet();
    }

    void streams() {
      streaming.incrementAndGet();
    }

    void leaves(boolean streamed) {
      total.decrementAndGet();
      all.decrementAndGet();
      if (streamed) {
        streaming.decrementAndGet();
      }
    }
  }

  Crowd of(String upstream) {
    return byUpstream.computeIfAbsent(upstream, _ -> new Crowd());
  }

  /// How many there are at all upstreams together.
  int total() {
    return total.get();
  }

  List<InFlight> now() {
    return byUpstream.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(each -> count(each.getKey(), each.getValue()))
        .toList();
  }

  private static InFlight count(String upstream, Crowd crowd) {
    int streaming = crowd.streaming.get();
    int all = Math.max(streaming, crowd.all.get());
    return new InFlight(upstream, all, all - streaming, streaming);
  }
}
