package dev.goodput.fleet;

import dev.goodput.telemetry.EventSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple5;

/// The last sequence number of each source in each partition. A source sends ascending numbers into
/// a partition, and Kafka keeps their order, so that this recognizes everything that was seen
/// before.
///
/// One task reads a partition, so no event goes to another task for this. As another task may read
/// it after a restore, each task then gets the numbers of all; the largest of a source counts. The
/// first task stores all numbers that it has, the others only those that grew since: so a
/// checkpoint has at most two numbers of a source in a partition, whatever the parallelism.
final class LastNumbers {
  /// Partition, boot, gateway, number, and when it was last known to be new, in milliseconds.
  static final TypeInformation<Tuple5<Integer, Long, String, Long, Long>> STORED =
      Types.TUPLE(Types.INT, Types.LONG, Types.STRING, Types.LONG, Types.LONG);

  /// How long a silent source is remembered.
  private static final long MEMORY_MILLIS = Duration.ofDays(14).toMillis();

  private final Map<Origin, Last> numbers = new HashMap<>();

  /// Notes a number; returns whether it is new.
  boolean isNew(int partition, EventSource source) {
    Last last =
        numbers.computeIfAbsent(
            new Origin(partition, source.boot(), source.gateway()), any -> new Last());
    if (source.sequence() <= last.number) {
      return false;
    }
    last.number = source.sequence();
    last.changed = true;
    last.seen = true;
    return true;
  }

  /// Adds stored numbers.
  void addAll(Iterable<Tuple5<Integer, Long, String, Long, Long>> stored) {
    for (Tuple5<Integer, Long, String, Long, Long> each : stored) {
      Last last = numbers.computeIfAbsent(new Origin(each.f0, each.f1, each.f2), any -> new Last());
      last.number = Math.max(last.number, each.f3);
      last.millis = Math.max(last.millis, each.f4);
    }
  }

  /// Returns the numbers to store, without sources that were silent for too long.
  ///
  /// @param nowMillis the time, in milliseconds since 1970
  /// @param all whether this is the task that also stores the numbers that it was restored with
  List<Tuple5<Integer, Long, String, Long, Long>> stored(long nowMillis, boolean all) {
    numbers.values().forEach(last -> last.reviewed(nowMillis));
    numbers.values().removeIf(last -> nowMillis - last.millis > MEMORY_MILLIS);
    List<Tuple5<Integer, Long, String, Long, Long>> stored = new ArrayList<>();
    numbers.forEach((origin, last) -> {
      if (all || last.seen) {
        stored.add(
            Tuple5.of(origin.partition, origin.boot, origin.gateway, last.number, last.millis));
      }
    });
    return stored;
  }

  /// A source in a partition.
  private record Origin(int partition, long boot, String gateway) {}

  /// The last number of a source.
  private static final class Last {
    private long number = Long.MIN_VALUE;
    private long millis;
    private boolean changed;

    /// Whether it grew in this task since the start or the restore.
    private boolean seen;

    private void reviewed(long nowMillis) {
      millis = changed ? nowMillis : millis;
      changed = false;
    }
  }
}
