package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.telemetry.Rollup;
import dev.goodput.telemetry.RollupKey;
import dev.goodput.telemetry.WindowRollup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// The newest windows of 10 s in the topic of results, read while the job writes them.
///
/// One thread reads; any thread may look.
final class LiveResults {
  private static final long LENGTH_MILLIS = 10_000;
  private static final int WINDOWS = 6;
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Pattern BINARY = Pattern.compile("\"rollup\":\"([^\"]*)\"");

  /// By start, then by key.
  private final TreeMap<Long, Map<RollupKey, Rollup>> windows = new TreeMap<>();

  /// The sums of a key over the newest windows.
  record Row(RollupKey key, Rollup sums) {}

  /// Reads a topic from its start until the thread is interrupted.
  ///
  /// @param consumer a consumer of committed records; it is closed
  void read(KafkaConsumer<byte[], byte[]> consumer, String topic) {
    try (consumer) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(each -> new TopicPartition(topic, each.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (!Thread.currentThread().isInterrupted()) {
        for (ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
          add(rollup(new String(each.value(), UTF_8)));
        }
      }
    } catch (WakeupException | org.apache.kafka.common.errors.InterruptException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Returns a consumer of results.
  static KafkaConsumer<byte[], byte[]> consumer(String kafka) {
    return new KafkaConsumer<>(
        Map.of("bootstrap.servers", kafka, "isolation.level", "read_committed"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  /// Returns the roll-up in a result.
  ///
  /// @throws FleetException if there is none
  static WindowRollup rollup(String json) {
    Matcher binary = BINARY.matcher(json);
    if (!binary.find()) {
      throw new FleetException("a result without a roll-up: " + json);
    }
    return WindowRollup.decode(Base64.getDecoder().decode(binary.group(1)));
  }

  /// Adds a result: a part of a window.
  synchronized void add(WindowRollup part) {
    if (part.lengthMillis() != LENGTH_MILLIS || part.key().mask() == RollupKey.FULL) {
      return;
    }
    windows
        .computeIfAbsent(part.startMillis(), start -> new HashMap<>())
        .merge(
            part.key(),
            part.sums(),
            (one, other) -> {
              one.addAll(other);
              return one;
            });
    while (windows.size() > WINDOWS) {
      windows.pollFirstEntry();
    }
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

  /// Returns the sums over the windows: of all traffic, then by tenant, model and so on.
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
            .thenComparing(row -> row.key().toString()));
    return rows;
  }
}
