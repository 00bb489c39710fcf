package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.metrics.traffic.TrafficPlan;
import dev.goodput.telemetry.EventFormatException;
import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupArchive;
import dev.goodput.telemetry.RollupCount;
import dev.goodput.telemetry.RollupCounters;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.WindowRollup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/// The windows of 10 s of the newest minute in the topic of results, and counters since a time,
/// read while the job writes them.
///
/// One thread reads; any thread may look.
final class LiveResults {
  private static final long LENGTH_MILLIS = 10_000;
  private static final int WINDOWS = 6;
  private static final Duration POLL = Duration.ofMillis(500);

  private final long fromMillis;
  private final RollupCounters counters;

  /// By start, then by key.
  private final TreeMap<Long, Map<RollupKey, Rollup>> windows = new TreeMap<>();

  private volatile boolean complete;

  /// The sums of a key over the newest windows.
  record Row(RollupKey key, Rollup sums) {}

  /// @param plan the gateways' SLOs, by which counters are named
  /// @param fromMillis since when results count, by the time at which the job wrote them; in
  ///   milliseconds since 1970
  LiveResults(TrafficPlan plan, long fromMillis) {
    this.fromMillis = fromMillis;
    this.counters = new RollupCounters(plan);
  }

  /// Reads a topic until the thread is interrupted.
  ///
  /// @throws FleetException if the topic holds anything but results
  void read(KafkaRollups topic) {
    try (KafkaConsumer<byte[], byte[]> consumer = topic.cluster().consumer()) {
      Map<TopicPartition, Long> ends = seek(consumer, topic.name());
      while (!Thread.currentThread().isInterrupted()) {
        complete =
            complete
                || ends.entrySet().stream()
                    .allMatch(each -> consumer.position(each.getKey()) >= each.getValue());
        for (ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
          add(RollupArchive.parse(new String(each.value(), UTF_8)));
        }
      }
    } catch (WakeupException | org.apache.kafka.common.errors.InterruptException e) {
      Thread.currentThread().interrupt();
    } catch (EventFormatException e) {
      throw topic.notResults(e);
    }
  }

  /// Goes to the first results that count.
  ///
  /// @return the ends of the partitions, up to which results are of the past
  private Map<TopicPartition, Long> seek(KafkaConsumer<byte[], byte[]> consumer, String topic) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(each -> new TopicPartition(topic, each.partition()))
            .toList();
    consumer.assign(partitions);
    Map<TopicPartition, Long> times = new HashMap<>();
    partitions.forEach(each -> times.put(each, fromMillis));
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    for (Map.Entry<TopicPartition, OffsetAndTimestamp> each :
        consumer.offsetsForTimes(times).entrySet()) {
      long end = ends.getOrDefault(each.getKey(), 0L);
      consumer.seek(each.getKey(), each.getValue() == null ? end : each.getValue().offset());
    }
    return ends;
  }

  /// Adds a result: a part of a window.
  void add(WindowRollup part) {
    if (part.lengthMillis() != LENGTH_MILLIS) {
      return;
    }
    if (part.key().mask() == RollupKey.FULL) {
      counters.add(part);
    } else {
      addToWindow(part);
    }
  }

  private synchronized void addToWindow(WindowRollup part) {
    windows
        .computeIfAbsent(part.startMillis(), start -> new HashMap<>())
        .merge(
            part.key(),
            part.sums(),
            (one, other) -> {
              one.addAll(other);
              return one;
            });
    // A late window may be hours older than the others.
    windows.headMap(windows.lastKey() - (WINDOWS - 1) * LENGTH_MILLIS).clear();
  }

  /// Returns since when results count, in milliseconds since 1970.
  long fromMillis() {
    return fromMillis;
  }

  /// Returns whether the results that were there at the start have been read. Until then, counters
  /// are lower than they were before a restart.
  boolean isComplete() {
    return complete;
  }

  /// Returns the counters of all results so far.
  RollupCounters counters() {
    return counters;
  }

  /// Returns the time from the start of the first window to the end of the last, in seconds,
  /// including windows without traffic between them; 0 if there is none.
  synchronized long seconds() {
    return windows.isEmpty() ? 0 : (windows.lastKey() + LENGTH_MILLIS - windows.firstKey()) / 1000;
  }

  /// Returns the end of the newest window, in milliseconds since 1970; empty if there is none.
  synchronized OptionalLong newestMillis() {
    return windows.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(windows.lastKey() + LENGTH_MILLIS);
  }

  /// Returns the sums over the windows: of all traffic, then by tenant, model and so on, those with
  /// the most requests first.
  synchronized List<Row> rows() {
    Map<RollupKey, Rollup> sums = new HashMap<>();
    for (Map<RollupKey, Rollup> window : windows.values()) {
      window.forEach((key, part) -> {
        Rollup all = sums.get(key);
        if (all == null) {
          sums.put(key, part.copy());
        } else {
          all.addAll(part);
        }
      });
    }
    List<Row> rows = new ArrayList<>();
    sums.forEach((key, all) -> rows.add(new Row(key, all)));
    rows.sort(
        Comparator.<Row>comparingInt(row -> row.key().mask())
            .thenComparingLong(row -> -row.sums().get(RollupCount.REQUESTS))
            .thenComparing(row -> row.key().toString()));
    return rows;
  }
}
