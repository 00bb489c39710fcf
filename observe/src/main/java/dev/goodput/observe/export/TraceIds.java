package dev.goodput.observe.export;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The ids of traces and spans, and which requests have any.
///
/// All ids of a request come from its number and a secret of this process, so that they are as good
/// as random, attempts at one request share a trace, and an exemplar that knows the number alone
/// leads to the trace. A request that its client traces keeps the client's trace, and its choice
/// whether it is recorded; a few thousand of those are remembered, first of all those that
/// exemplars ask for again and again. Where one was forgotten no trace is known of any request up
/// to it: an id that is made up would lead nowhere. May be used by any thread.
final class TraceIds {
  private static final int REMEMBERED = 4096;

  private final long high;
  private final long low;
  private final double share;

  /// Those that were asked for last come last.
  private final LinkedHashMap<Long, TraceParent> parents = new LinkedHashMap<>(16, .75f, true);

  /// The highest number of those that were forgotten.
  private long forgotten = -1;

  /// The ids of a trace and of the span of its request's last attempt.
  ///
  /// @param traceId 32 hexadecimal digits
  /// @param spanId 16 hexadecimal digits
  record Ids(String traceId, String spanId) {}

  /// @param share of the requests without a trace of their client's that are traced
  TraceIds(RandomGenerator random, double share) {
    this.high = random.nextLong();
    this.low = random.nextLong();
    this.share = share;
  }

  /// Whether a request is traced; one that its client traces is remembered.
  boolean traced(long requestId, @Nullable TraceParent parent) {
    if (parent == null) {
      return unit(mix(low ^ mix(requestId + high))) < share;
    }
    synchronized (parents) {
      parents.put(requestId, parent);
      if (parents.size() > REMEMBERED) {
        forgotten = Math.max(forgotten, parents.pollFirstEntry().getKey());
      }
    }
    return parent.sampled();
  }

  /// The trace of a request; empty where it has none, or none is known any more.
  Optional<Ids> known(long requestId) {
    TraceParent parent;
    synchronized (parents) {
      parent = parents.get(requestId);
      if (parent == null && requestId <= forgotten) {
        return Optional.empty();
      }
    }
    boolean traced =
        parent == null ? unit(mix(low ^ mix(requestId + high))) < share : parent.sampled();
    return traced
        ? Optional.of(new Ids(traceId(requestId, parent), spanId(requestId, 0, true)))
        : Optional.empty();
  }

  /// 32 hexadecimal digits.
  String traceId(long requestId, @Nullable TraceParent parent) {
    return parent != null
        ? parent.traceId()
        : "%016x%016x".formatted(mix(high ^ mix(requestId)), some(mix(low + requestId)));
  }

  /// 16 hexadecimal digits; the last attempt's are the same whatever its number.
  String spanId(long requestId, int attempt, boolean last) {
    long number = last ? -1 : attempt;
    return "%016x".formatted(some(mix(high + mix(low ^ requestId) + number)));
  }

  /// An id of zeros alone would be none.
  private static long some(long bits) {
    return bits == 0 ? 1 : bits;
  }

  private static double unit(long bits) {
    return (bits >>> 11) * 0x1.0p-53;
  }

  /// A one-to-one mix of 64 bits: the finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
  private static long mix(long value) {
    long bits = value + 0x9E3779B97F4A7C15L;
    bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
    return bits ^ (bits >>> 31);
  }
}
