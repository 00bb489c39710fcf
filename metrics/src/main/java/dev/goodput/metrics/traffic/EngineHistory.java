package dev.goodput.metrics.traffic;

import dev.goodput.metrics.saturation.Swings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/// What engines said of themselves in the last five minutes.
final class EngineHistory {
  private static final int ENGINES = 64;
  private static final int LOOKS = 600;
  private static final long KEPT_NANOS = 300_000_000_000L;

  private final SortedMap<String, Deque<EngineFigures>> byUpstream = new TreeMap<>();

  void add(EngineFigures figures) {
    if (!byUpstream.containsKey(figures.upstream()) && byUpstream.size() == ENGINES) {
      return;
    }
    Deque<EngineFigures> looks =
        byUpstream.computeIfAbsent(figures.upstream(), any -> new ArrayDeque<>());
    looks.addLast(figures);
    while (looks.size() > LOOKS || looks.getFirst().atNanos() < figures.atNanos() - KEPT_NANOS) {
      looks.removeFirst();
    }
  }

  /// What each last said.
  List<EngineFigures> latest() {
    return byUpstream.values().stream().map(Deque::getLast).toList();
  }

  /// The upstreams that said anything.
  List<String> upstreams() {
    return List.copyOf(byUpstream.keySet());
  }

  private Deque<EngineFigures> looks(String upstream) {
    return Objects.requireNonNull(byUpstream.get(upstream), upstream);
  }

  /// How busy the GPU was on average from a moment on; empty where nobody said.
  OptionalDouble gpu(String upstream, long fromNanos) {
    return looks(upstream).stream()
        .filter(look -> look.atNanos() >= fromNanos)
        .map(EngineFigures::gpuUtilization)
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .average();
  }

  /// Turns of the KV cache's use; empty where nobody said.
  OptionalDouble swings(String upstream) {
    Swings swings = new Swings();
    boolean told = false;
    for (EngineFigures look : looks(upstream)) {
      Double usage = look.kvCacheUsage();
      if (usage != null) {
        swings.add(usage);
        told = true;
      }
    }
    return told ? OptionalDouble.of(swings.turns()) : OptionalDouble.empty();
  }

  /// How many requests were put back from a moment on; empty where nobody said. A counter that
  /// began anew counts from 0.
  OptionalDouble preempted(String upstream, long fromNanos) {
    double since = 0;
    Double before = null;
    for (EngineFigures look : looks(upstream)) {
      Double count = look.preemptions();
      if (count != null && before != null && look.atNanos() >= fromNanos) {
        since += count >= before ? count - before : count;
      }
      before = count == null ? before : count;
    }
    return before == null ? OptionalDouble.empty() : OptionalDouble.of(since);
  }
}
