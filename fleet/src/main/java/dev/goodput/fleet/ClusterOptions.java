package dev.goodput.fleet;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that name the Kafka cluster.
abstract sealed class ClusterOptions permits KafkaOptions, ResultOptions {
  /// The environment variable that names the file of [#settings].
  static final String SETTINGS = "GOODPUT_KAFKA_SETTINGS";

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT,…",
      required = true,
      description = "Bootstrap servers of the Kafka cluster.")
  private String servers = "";

  @Option(
      names = "--kafka-settings",
      paramLabel = "FILE",
      defaultValue = "${env:" + SETTINGS + "}",
      description =
          "Properties file with settings of Kafka's clients, such as TLS and SASL (default:"
              + " environment variable "
              + SETTINGS
              + ").")
  private @Nullable Path settings;

  /// Returns the cluster.
  ///
  /// @throws FleetException if the file of settings cannot be read
  final KafkaCluster cluster() {
    return new KafkaCluster(
        servers, settings == null ? Map.of() : KafkaCluster.settings("--kafka-settings", settings));
  }
}
