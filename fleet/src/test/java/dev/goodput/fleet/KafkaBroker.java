package dev.goodput.fleet;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// A Kafka broker on loopback, in this process, and the records of its topics.
final class KafkaBroker implements AutoCloseable {
  private final LocalBroker broker;

  KafkaBroker(Path directory) throws IOException {
    broker = new LocalBroker(directory, freePort(), freePort());
  }

  /// Serves until the process ends: DIRECTORY PORT CONTROLLER-PORT.
  public static void main(String[] args) throws IOException {
    LocalBroker.main(args);
  }

  /// Returns a port that is free now.
  static int freePort() {
    return LocalBroker.freePort();
  }

  /// Returns the address for clients.
  String address() {
    return broker.address();
  }

  /// Returns the broker as a cluster.
  KafkaCluster cluster() {
    return KafkaCluster.at(address());
  }

  /// Returns every record of a topic that is committed.
  List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    return records(address(), topic);
  }

  /// Returns every record of a broker's topic that is committed.
  static List<ConsumerRecord<byte[], byte[]>> records(String address, String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", address, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(each -> new TopicPartition(topic, each.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream()
          .anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
        consumer.poll(Duration.ofSeconds(1)).forEach(records::add);
      }
    }
    return records;
  }

  @Override
  public void close() {
    broker.close();
  }
}
