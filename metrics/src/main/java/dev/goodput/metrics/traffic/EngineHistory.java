package dev.goodput.metrics.traffic;

import dev.goodput.metrics.saturation.Swings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What was known of upstreams' engines in the last five minutes. Whoever is not told of any more,
/// or tells a figure no more, has none: what was before is kept for the time when it is back.
final class EngineHistory {
  private static final int ENGINES = 64;
  private static final int LOOKS = 600;
  private static final long KEPT_NANOS = 300_000_000_000L;

  private final SortedMap<String, Past> byUpstream = new TreeMap<>();
  private List<EngineFigures> latest = List.of();

  /// Takes in what is known now, in place of what was.
  void tell(long nowNanos, List<EngineFigures> known) {
    byUpstream.values().removeIf(past -> past.forget(nowNanos - KEPT_NANOS));
    latest =
        known.stream()
            .filter(each -> byUpstream.containsKey(each.upstream()) || byUpstream.size() < ENGINES)
            .map(each -> byUpstream.computeIfAbsent(each.upstream(), any -> new Past()).add(each))
            .toList();
  }

  /// What is known of each now; preemptions are those since this history began.
  List<EngineFigures> latest() {
    return latest;
  }

  /// The upstreams of which anything is known now.
  List<String> upstreams() {
    return latest.stream().map(EngineFigures::upstream).toList();
  }

  /// How busy the GPU was on average from a moment on; empty where nobody says it now.
  OptionalDouble gpu(String upstream, long fromNanos) {
    return past(upstream).told(EngineFigures::gpuUtilization, fromNanos).stream()
        .mapToDouble(Double::doubleValue)
        .average();
  }

  /// Turns of the KV cache's use; empty where nobody says it now.
  OptionalDouble swings(String upstream) {
    List<Double> usages = past(upstream).told(EngineFigures::kvCacheUsage, Long.MIN_VALUE);
    Swings swings = new Swings();
    usages.forEach(swings::add);
    return usages.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(swings.turns());
  }

  /// How many requests were put back from a moment on; empty where nobody says it now.
  OptionalDouble preempted(String upstream, long fromNanos) {
    Past past = past(upstream);
    List<Double> all = past.told(EngineFigures::preemptions, Long.MIN_VALUE);
    List<Double> since = past.told(EngineFigures::preemptions, fromNanos);
    if (all.isEmpty()) {
      return OptionalDouble.empty();
    }
    // The last count before that moment, where there is one, is what the others go on from.
    int from = Math.max(0, all.size() - since.size() - 1);
    return OptionalDouble.of(all.getLast() - all.get(from));
  }

  private Past past(String upstream) {
    return Objects.requireNonNull(byUpstream.get(upstream), upstream);
  }

  /// One upstream's.
  private static final class Past {
    private final Deque<EngineFigures> looks = new ArrayDeque<>();
    private @Nullable Double counted;
    private double preempted;

    /// Adds what is known; gives it with the preemptions since the first of these.
    EngineFigures add(EngineFigures figures) {
      Double count = figures.preemptions();
      if (count != null) {
        preempted += counted == null ? 0 : Math.max(0, count - counted);
        counted = count;
      }
      EngineFigures told = figures.withPreemptions(count == null ? null : preempted);
      looks.addLast(told);
      if (looks.size() > LOOKS) {
        looks.removeFirst();
      }
      return told;
    }

    /// Forgets what was before a moment; whether nothing is left.
    boolean forget(long beforeNanos) {
      while (!looks.isEmpty() && looks.getFirst().atNanos() < beforeNanos) {
        looks.removeFirst();
      }
      return looks.isEmpty();
    }

    /// A figure over time from a moment on; nothing where it is not known now.
    List<Double> told(Function<EngineFigures, @Nullable Double> figure, long fromNanos) {
      return figure.apply(looks.getLast()) == null
          ? List.of()
          : looks.stream()
              .filter(look -> look.atNanos() >= fromNanos)
              .map(figure)
              .filter(Objects::nonNull)
              .toList();
    }
  }
}
