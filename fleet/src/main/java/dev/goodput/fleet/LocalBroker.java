package dev.goodput.fleet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/// A Kafka broker with its controller (KRaft) on loopback, in this process, for a demo and for
/// tests: one replica of everything. Finds its data again if it is started in the same directory on
/// the same ports.
final class LocalBroker implements AutoCloseable {
  private final KafkaRaftServer server;
  private final String address;

  /// Starts the broker.
  ///
  /// @param directory an existing directory for its data
  /// @param port the port for clients
  /// @param controller the port of the controller
  /// @throws IOException if the directory cannot be written
  LocalBroker(Path directory, int port, int controller) throws IOException {
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
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    int exit =
        StorageTool.execute(
            new String[] {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()},
            new PrintStream(output, true, StandardCharsets.UTF_8));
    if (exit != 0) {
      throw new FleetException(
          "Kafka cannot format its directory: " + output.toString(StandardCharsets.UTF_8));
    }
  }

  /// Serves until the process ends: DIRECTORY PORT CONTROLLER-PORT.
  public static void main(String[] args) throws IOException {
    Path directory = Files.createDirectories(Path.of(args[0]));
    LocalBroker broker =
        new LocalBroker(directory, Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    Runtime.getRuntime().addShutdownHook(new Thread(broker::close));
    broker.server.awaitShutdown();
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

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }
}
