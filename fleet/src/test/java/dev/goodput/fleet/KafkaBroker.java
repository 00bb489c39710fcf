package dev.goodput.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Time;

/// A Kafka broker with its controller (KRaft) on loopback, in this process. Finds its data again if
/// it is started in the same directory on the same ports.
final class KafkaBroker implements AutoCloseable {
  private final KafkaRaftServer server;
  private final String address;

  KafkaBroker(Path directory) throws IOException {
    this(directory, freePort(), freePort());
  }

  KafkaBroker(Path directory, int port, int controller) throws IOException {
    address = "127.0.0.1:" + port;
    Map<String, String> settings =
        Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            Map.entry("node.id", "1"),
            Map.entry("controller.quorum.voters", "1@127.0.0.1:" + controller),
            Map.entry("controller.listener.names", "CONTROLLER"),
            Map.entry(
                "listeners", "PLAINTEXT://" + address + ",CONTROLLER://127.0.0.1:" + controller),
            Map.entry("log.dirs", directory.resolve("data").toString()),
            Map.entry("num.partitions", "2"),
            Map.entry("offsets.topic.num.partitions", "1"),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("transaction.state.log.num.partitions", "1"),
            Map.entry("transaction.state.log.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("share.coordinator.state.topic.replication.factor", "1"),
            Map.entry("share.coordinator.state.topic.min.isr", "1"),
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("group.initial.rebalance.delay.ms", "0"));
    Properties properties = new Properties();
    properties.putAll(settings);
    Path file = directory.resolve("server.properties");
    String lines =
        settings.entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining("\n"));
    Files.writeString(file, lines);
    if (!Files.exists(directory.resolve("data/meta.properties"))) {
      format(file);
    }
    server = new KafkaRaftServer(new KafkaConfig(properties), Time.SYSTEM);
    server.startup();
  }

  private static void format(Path file) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int exit =
        StorageTool.execute(
            new String[] {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()},
            new PrintStream(said, true, StandardCharsets.UTF_8));
    assertThat(exit).as(said.toString(StandardCharsets.UTF_8)).isZero();
  }

  /// Serves until the process ends: DIRECTORY PORT CONTROLLER-PORT.
  public static void main(String[] args) throws IOException {
    Path directory = Files.createDirectories(Path.of(args[0]));
    new KafkaBroker(directory, Integer.parseInt(args[1]), Integer.parseInt(args[2]))
        .server.awaitShutdown();
  }

  /// Returns a port that is free now.
  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the address for clients.
  String address() {
    return address;
  }

  /// Returns every record of a topic that is committed.
  List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    return records(address, topic);
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
    server.shutdown();
    server.awaitShutdown();
  }
}
