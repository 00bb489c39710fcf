package dev.goodput.fleet;

import picocli.CommandLine.Option;

/// The options that name the Kafka cluster and the topic of events.
final class KafkaOptions extends ClusterOptions {
  @Option(
      names = "--events",
      paramLabel = "TOPIC",
      defaultValue = "goodput.requests",
      description = "Topic of the request events (default: ${DEFAULT-VALUE}).")
  String events = "";
}
