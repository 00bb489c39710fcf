package dev.goodput.metrics.traffic;

import dev.goodput.metrics.saturation.Swings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
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

  /// What is known of each now; counts are those since it was first heard of, or again after five
  /// minutes of silence.
  List<EngineFigures> latest() {
    return latest;
  }

  /// How many tokens were computed again since they were told before; empty where nobody tells.
  OptionalLong recomputed() {
    return latest.stream().anyMatch(each -> each.counts().recomputedTokens() != null)
        ? OptionalLong.of(
            latest.stream()
                .mapToLong(each -> Math.round(past(each.upstream()).growths.recomputed.latest))
                .sum())
        : OptionalLong.empty();
  }

  /// The upstreams of which anything is known now.
  List<String> upstreams() {
    return latest.stream().map(EngineFigures::upstream).toList();
  }

  /// How busy the GPU was on average between two moments; empty where nobody says it now, or said
  /// it then.
  OptionalDouble gpu(String upstream, long fromNanos, long untilNanos) {
    return past(upstream).told(EngineFigures::gpuUtilization, fromNanos, untilNanos).stream()
        .mapToDouble(Double::doubleValue)
        .average();
  }

  /// Turns of the KV cache's use, as long as the same pages tell it: the mean of others is
  /// elsewhere, and that is no turn. Empty where nobody says it now.
  OptionalDouble swings(String upstream) {
    return past(upstream).swings();
  }

  /// How many requests were put back from a moment on; empty where nobody says it now.
  OptionalDouble preempted(String upstream, long fromNanos) {
    Past past = past(upstream);
    List<Double> all = past.told(EngineHistory::preemptions, Long.MIN_VALUE, Long.MAX_VALUE);
    List<Double> since = past.told(EngineHistory::preemptions, fromNanos, Long.MAX_VALUE);
    if (all.isEmpty()) {
      return OptionalDouble.empty();
    }
    // The last count before that moment, where there is one, is what the others go on from.
    int from = Math.max(0, all.size() - since.size() - 1);
    return OptionalDouble.of(all.getLast() - all.get(from));
  }

  private static @Nullable Double preemptions(EngineFigures look) {
    return look.counts().preemptions();
  }

  private Past past(String upstream) {
    return Objects.requireNonNull(byUpstream.get(upstream), upstream);
  }

  /// How much a count has grown; where it falls, others count on.
  private static final class Growth {
    private @Nullable Double before;
    private double latest;
    private double all;

    /// Takes a count in; gives the growth since the first one, null where there is none now.
    @Nullable Double add(@Nullable Double count) {
      latest = count == null || before == null ? 0 : Math.max(0, count - before);
      all += latest;
      before = count == null ? before : count;
      return count == null ? null : Double.valueOf(all);
    }
  }

  /// How much each count of an upstream has grown.
  private static final class Growths {
    private final Growth preempted = new Growth();
    private final Growth recomputed = new Growth();
    private final Growth generated = new Growth();
    private final Growth queries = new Growth();
    private final Growth hits = new Growth();

    EngineCounts add(EngineCounts counts) {
      return new EngineCounts(
          preempted.add(counts.preemptions()),
          recomputed.add(counts.recomputedTokens()),
          generated.add(counts.generatedTokens()),
          queries.add(counts.prefixQueries()),
          hits.add(counts.prefixHits()));
    }
  }

  /// One upstream's.
  private static final class Past {
    private final Deque<EngineFigures> looks = new ArrayDeque<>();
    private final Growths growths = new Growths();

    /// Adds what is known; gives it with what was counted since the first of these.
    EngineFigures add(EngineFigures figures) {
      EngineFigures told = figures.counting(growths.add(figures.counts()));
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

    OptionalDouble swings() {
      if (looks.getLast().kvCacheUsage() == null) {
        return OptionalDouble.empty();
      }
      Swings swings = new Swings();
      int pages = 0;
      for (EngineFigures look : looks) {
        Double usage = look.kvCacheUsage();
        if (usage != null) {
          swings = look.kvPages() == pages ? swings : new Swings();
          pages = look.kvPages();
          swings.add(usage);
        }
      }
      return OptionalDouble.of(swings.turns());
    }

    /// A figure over time between two moments; nothing where it is not known now.
    List<Double> told(
        Function<EngineFigures, @Nullable Double> figure, long fromNanos, long untilNanos) {
      return figure.apply(looks.getLast()) == null
          ? List.of()
          : looks.stream()
              .filter(look -> look.atNanos() >= fromNanos && look.atNanos() <= untilNanos)
              .map(figure)
              .filter(Objects::nonNull)
              .toList();
    }
  }
}
