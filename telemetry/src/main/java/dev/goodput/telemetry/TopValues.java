package dev.goodput.telemetry;

import dev.goodput.record.ByteSink;
import dev.goodput.record.ByteSource;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The values of a label that get figures of their own: at first those that come first, later those
/// with the most traffic. Memory is bounded, however many values there are. Mutable, for one
/// thread.
///
/// Frequencies are counted by the summary of Misra and Gries (1982) with eight counters per value;
/// a full summary loses its median count everywhere (Anderson et al. 2017), which takes constant
/// time per value on average. Every now and then a value that has twice the traffic of an admitted
/// one takes its place, and all counts are halved.
public final class TopValues {
  private static final int COUNTERS = 8;
  private static final int ROUND = 1000;

  private final int limit;
  private final Map<String, Long> counts = new HashMap<>();
  private final Set<String> admitted = new HashSet<>();
  private long sinceReview;

  /// Creates a set without values.
  ///
  /// @param limit the largest number of values
  public TopValues(int limit) {
    this.limit = limit;
  }

  /// Counts a value, and returns whether it gets figures of its own. The empty value, for unknown,
  /// always does and is not counted.
  ///
  /// @param times how often it is counted
  public boolean admits(String value, long times) {
    if (value.isEmpty()) {
      return true;
    }
    counts.merge(value, times, Long::sum);
    if (counts.size() > COUNTERS * limit) {
      shrink();
    }
    sinceReview += times;
    if (sinceReview >= (long) ROUND * limit) {
      review();
    }
    return admitted.contains(value) || (admitted.size() < limit && admitted.add(value));
  }

  private void shrink() {
    long[] sorted = counts.values().stream().mapToLong(Long::longValue).sorted().toArray();
    long median = sorted[sorted.length / 2];
    counts.replaceAll((value, count) -> count - median);
    counts.values().removeIf(count -> count <= 0);
  }

  private void review() {
    sinceReview = 0;
    List<String> weakest =
        admitted.stream().sorted(byCount().thenComparing(Comparator.naturalOrder())).toList();
    List<String> rivals =
        counts.keySet().stream()
            .filter(value -> !admitted.contains(value))
            .sorted(byCount().reversed().thenComparing(Comparator.naturalOrder()))
            .limit(limit)
            .toList();
    for (int i = 0; i < Math.min(weakest.size(), rivals.size()); i++) {
      if (count(rivals.get(i)) <= 2 * count(weakest.get(i))) {
        break;
      }
      admitted.remove(weakest.get(i));
      admitted.add(rivals.get(i));
    }
    counts.replaceAll((value, count) -> count / 2);
    counts.values().removeIf(count -> count == 0);
  }

  private Comparator<String> byCount() {
    return Comparator.comparingLong(this::count);
  }

  private long count(String value) {
    return counts.getOrDefault(value, 0L);
  }

  /// Returns the values that are admitted.
  public Set<String> values() {
    return Set.copyOf(admitted);
  }

  /// Returns the number of names in memory.
  int held() {
    return counts.size() + admitted.size();
  }

  /// Returns the bytes of several sets, for [#addAll].
  public static byte[] encode(Collection<TopValues> all) {
    ByteSink sink = new ByteSink(1024);
    for (TopValues each : all) {
      sink.varint(each.sinceReview);
      sink.varint(each.admitted.size());
      each.admitted.forEach(sink::text);
      sink.varint(each.counts.size());
      each.counts.forEach((value, count) -> {
        sink.text(value);
        sink.varint(count);
      });
    }
    return Arrays.copyOf(sink.bytes(), sink.length());
  }

  /// Adds what encoded sets held, as far as there is room: to as many sets, in the same order.
  ///
  /// @throws EventFormatException if the bytes hold something else
  public static void addAll(Collection<TopValues> all, byte[] encoded) {
    ByteSource source = new ByteSource(encoded, encoded.length);
    try {
      all.forEach(each -> each.add(source));
    } catch (IllegalArgumentException e) {
      throw new EventFormatException("damaged label values: " + e.getMessage());
    }
  }

  private void add(ByteSource source) {
    sinceReview += source.varint();
    for (int i = source.count(1); i > 0; i--) {
      String value = source.text();
      if (admitted.size() < limit) {
        admitted.add(value);
      }
    }
    for (int i = source.count(2); i > 0; i--) {
      counts.merge(source.text(), source.varint(), Long::sum);
    }
    while (counts.size() > COUNTERS * limit) {
      shrink();
    }
  }
}
