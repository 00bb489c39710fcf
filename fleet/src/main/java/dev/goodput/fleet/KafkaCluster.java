package dev.goodput.fleet;

import dev.goodput.record.SystemReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// A Kafka cluster and how to connect to it.
///
/// @param servers bootstrap servers, separated by commas
/// @param settings further settings of Kafka's clients, such as TLS and SASL
record KafkaCluster(String servers, Map<String, String> settings) implements Serializable {
  private static final long serialVersionUID = 1;

  KafkaCluster {
    settings = Map.copyOf(settings);
  }

  /// Returns a cluster that needs no settings.
  static KafkaCluster at(String servers) {
    return new KafkaCluster(servers, Map.of());
  }

  /// Returns the settings in a properties file.
  ///
  /// @param option where the file was named, for messages
  /// @throws FleetException if it cannot be read
  static Map<String, String> settings(String option, Path file) {
    Properties read = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      read.load(in);
    } catch (IOException | IllegalArgumentException e) {
      String reason =
          switch (e) {
            case IOException io -> SystemReason.of(io, file);
            default -> e.getMessage();
          };
      throw new FleetException("%s: cannot read %s: %s".formatted(option, file, reason), e);
    }
    Map<String, String> settings = new HashMap<>();
    read.stringPropertyNames().forEach(name -> settings.put(name, read.getProperty(name)));
    return settings;
  }

  /// Returns the settings of a client of this cluster.
  ///
  /// @param own what the client needs, which the cluster's settings do not replace
  Map<String, Object> client(Map<String, ?> own) {
    Map<String, Object> all = new HashMap<>(settings);
    all.put("bootstrap.servers", servers);
    all.putAll(own);
    return all;
  }

  /// Returns the settings for Flink's connector.
  Properties properties() {
    Properties properties = new Properties();
    settings.forEach(properties::setProperty);
    return properties;
  }

  /// Returns a consumer of committed records.
  ///
  /// @throws FleetException if the settings cannot be used
  KafkaConsumer<byte[], byte[]> consumer() {
    try {
      return new KafkaConsumer<>(
          client(Map.of("isolation.level", "read_committed", "auto.offset.reset", "earliest")),
          new ByteArrayDeserializer(),
          new ByteArrayDeserializer());
    } catch (KafkaException e) {
      throw unusable("--kafka", e);
    }
  }

  /// Returns the failure of a client that cannot be made.
  ///
  /// @param option where the address was typed, for messages
  FleetException unusable(String option, KafkaException failed) {
    Throwable cause = failed.getCause() == null ? failed : failed.getCause();
    return new FleetException(
        "%s \"%s\" is not usable: %s".formatted(option, servers, cause.getMessage()), failed);
  }

  /// Returns the servers only: settings may hold a password.
  @Override
  public String toString() {
    return servers;
  }
}
