package dev.goodput.export;

import dev.goodput.record.SplitMix64;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The ids of traces and spans, and the decision which requests are traced.
///
/// All ids of a request are computed from its number and a secret of this process. So they are as
/// good as random, attempts at one request share a trace, and an exemplar that knows only the
/// number links to the trace. A request that its client traces keeps the client's trace and
/// sampling decision. The last 4,096 such requests are remembered, with those that exemplars use
/// again and again kept longest. If one is forgotten, no trace is known for any request up to its
/// number, as a computed id would link to nothing. Thread-safe.
final class TraceIds {
  private static final int REMEMBERED = 4096;

  private final long high;
  private final long low;
  private final double share;

  /// In access order: the most recently used come last.
  private final LinkedHashMap<Long, TraceParent> parents = new LinkedHashMap<>(16, .75f, true);

  /// The highest forgotten request number.
  private long forgotten = -1;

  /// The ids of a trace and of the span of its request's last attempt.
  ///
  /// @param traceId 32 hexadecimal digits
  /// @param spanId 16 hexadecimal digits
  record Ids(String traceId, String spanId) {}

  /// @param share share of the requests to trace if their client does not trace them
  TraceIds(RandomGenerator random, double share) {
    this.high = random.nextLong();
    this.low = random.nextLong();
    this.share = share;
  }

  /// Returns whether to trace a request; remembers it if its client traces it.
  boolean traced(long requestId, @Nullable TraceParent parent) {
    if (parent == null) {
      return SplitMix64.unit(SplitMix64.mix(low ^ SplitMix64.mix(requestId + high))) < share;
    }
    synchronized (parents) {
      parents.put(requestId, parent);
      if (parents.size() > REMEMBERED) {
        forgotten = Math.max(forgotten, parents.pollFirstEntry().getKey());
      }
    }
    return parent.sampled();
  }

  /// Returns the trace of a request; empty if it has none or it was forgotten.
  Optional<Ids> known(long requestId) {
    TraceParent parent;
    synchronized (parents) {
      parent = parents.get(requestId);
      if (parent == null && requestId <= forgotten) {
        return Optional.empty();
      }
    }
    boolean traced =
        parent == null
            ? SplitMix64.unit(SplitMix64.mix(low ^ SplitMix64.mix(requestId + high))) < share
            : parent.sampled();
    return traced
        ? Optional.of(new Ids(traceId(requestId, parent), spanId(requestId, 0, true)))
        : Optional.empty();
  }

  /// Returns 32 hexadecimal digits.
  String traceId(long requestId, @Nullable TraceParent parent) {
    return parent != null
        ? parent.traceId()
        : "%016x%016x"
            .formatted(
                SplitMix64.mix(high ^ SplitMix64.mix(requestId)),
                some(SplitMix64.mix(low + requestId)));
  }

  /// Returns 16 hexadecimal digits; those of the last attempt do not depend on its number.
  String spanId(long requestId, int attempt, boolean last) {
    long number = last ? -1 : attempt;
    return "%016x".formatted(some(SplitMix64.mix(high + SplitMix64.mix(low ^ requestId) + number)));
  }

  /// An id of zeros is invalid.
  private static long some(long bits) {
    return bits == 0 ? 1 : bits;
  }
}
