package dev.goodput.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.goodput.telemetry.EventFormatException;
import dev.goodput.telemetry.RollupArchive;
import dev.goodput.telemetry.RollupRange;
import dev.goodput.telemetry.WindowRollup;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/// A topic of the job's results, read up to its end.
///
/// @param cluster the Kafka cluster
/// @param name the topic
record KafkaRollups(KafkaCluster cluster, String name) {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int MAX_EMPTY_POLLS = 30;

  /// A window is written after it has ended; this much earlier, for clocks that differ.
  private static final long EARLIER_MILLIS = Duration.ofMinutes(10).toMillis();

  /// Checks that the topic is there.
  ///
  /// @param topics the cluster's topics
  /// @param option where it was typed, for messages
  /// @throws FleetException if it is not
  void require(Topics topics, String option) {
    topics.require(name, "check %s, or start the job".formatted(option));
  }

  /// Writes the results of a time to a file, one line for each.
  ///
  /// @return the number of lines
  /// @throws FleetException if the topic holds something else
  long write(RollupRange range, Path file) throws IOException {
    long[] lines = {0};
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      read(
          range,
          (line, rollup) -> {
            try {
              out.write(line);
              out.newLine();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
            lines[0]++;
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return lines[0];
  }

  /// Reads the results of a time that are in the topic now.
  ///
  /// @param each takes the text and the roll-up of each result
  /// @throws FleetException if the topic holds something else, or the broker does not answer
  void read(RollupRange range, BiConsumer<String, WindowRollup> each) {
    try (KafkaConsumer<byte[], byte[]> consumer = cluster.consumer()) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(name).stream()
              .map(found -> new TopicPartition(name, found.partition()))
              .toList();
      consumer.assign(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      seek(consumer, partitions, range, ends);
      readTo(
          ends,
          consumer,
          MAX_EMPTY_POLLS,
          line -> {
            WindowRollup rollup = RollupArchive.parse(line);
            if (range.holds(rollup)) {
              each.accept(line, rollup);
            }
          });
    } catch (TimeoutException e) {
      throw new FleetException(
          "no answer from Kafka at %s: %s".formatted(cluster.servers(), e.getMessage()), e);
    } catch (EventFormatException e) {
      throw notResults(e);
    }
  }

  /// Returns the failure of a record that is no result of the job.
  FleetException notResults(EventFormatException e) {
    return new FleetException(
        "topic \"%s\" holds something other than results of the job: %s; check its name"
            .formatted(name, e.getMessage()),
        e);
  }

  /// Reads the records before the ends of partitions.
  ///
  /// @param maxEmptyPolls how many polls in a row, of a second each, may bring nothing
  /// @param each takes the text of each record
  /// @throws FleetException if so many polls in a row brought nothing
  void readTo(
      Map<TopicPartition, Long> ends,
      Consumer<byte[], byte[]> consumer,
      int maxEmptyPolls,
      java.util.function.Consumer<String> each) {
    long before = Long.MAX_VALUE;
    int emptyPolls = 0;
    for (long left = left(ends, consumer); left > 0; left = left(ends, consumer)) {
      emptyPolls = left < before ? 0 : emptyPolls + 1;
      before = left;
      if (emptyPolls == maxEmptyPolls) {
        throw new FleetException(
            "no answer from Kafka at %s for %d s"
                .formatted(cluster.servers(), POLL.multipliedBy(emptyPolls).toSeconds()));
      }
      for (ConsumerRecord<byte[], byte[]> found : consumer.poll(POLL)) {
        each.accept(new String(found.value(), UTF_8));
      }
    }
  }

  /// Returns how many records there are at most before the ends.
  private static long left(Map<TopicPartition, Long> ends, Consumer<byte[], byte[]> consumer) {
    return ends.entrySet().stream()
        .mapToLong(end -> Math.max(0, end.getValue() - consumer.position(end.getKey())))
        .sum();
  }

  private static void seek(
      KafkaConsumer<byte[], byte[]> consumer,
      List<TopicPartition> partitions,
      RollupRange range,
      Map<TopicPartition, Long> ends) {
    if (range.fromMillis() <= EARLIER_MILLIS) {
      consumer.seekToBeginning(partitions);
      return;
    }
    long from = range.fromMillis() - EARLIER_MILLIS;
    Map<TopicPartition, Long> times =
        partitions.stream().collect(Collectors.toMap(part -> part, part -> from));
    for (Map.Entry<TopicPartition, OffsetAndTimestamp> each :
        consumer.offsetsForTimes(times).entrySet()) {
      long end = ends.getOrDefault(each.getKey(), 0L);
      consumer.seek(each.getKey(), each.getValue() == null ? end : each.getValue().offset());
    }
  }
}
